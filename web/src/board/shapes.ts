// Arrows and circles that a person draws, as comments of a PGN hold them:
// [%cal Ge2e4,Rd8h4] [%csl Yd4].  A circle is an arrow that stays where it is.

export type ShapeColour = "G" | "R" | "B" | "Y";

export interface Shape {
  from: string;
  to: string;
  colour: ShapeColour;
}

const COMMAND = /\[%(csl|cal)\s+([^\]]*)\]\s*/g;
const ONE = /^([GRBY])([a-h][1-8])([a-h][1-8])?$/;

export function shapesOf(marks: string): Shape[] {
  return [...marks.matchAll(COMMAND)].flatMap(([, , list = ""]) =>
    list.split(",").flatMap((text) => {
      const [, colour, from, to] = ONE.exec(text.trim()) ?? [];
      return colour && from ? [{ from, to: to ?? from, colour: colour as ShapeColour }] : [];
    }));
}

// The other commands stay as they are.
export function withShapes(marks: string, shapes: readonly Shape[]): string {
  const circles = shapes.filter((s) => s.from === s.to).map((s) => s.colour + s.from);
  const arrows = shapes.filter((s) => s.from !== s.to).map((s) => s.colour + s.from + s.to);
  return [
    circles.length > 0 && `[%csl ${circles.join(",")}]`,
    arrows.length > 0 && `[%cal ${arrows.join(",")}]`,
    marks.replace(COMMAND, "").trim(),
  ].filter(Boolean).join(" ");
}

// One that is there is taken away, in another colour it is drawn anew.
export function toggled(shapes: readonly Shape[], one: Shape): Shape[] {
  const same = (s: Shape) => s.from === one.from && s.to === one.to;
  const others = shapes.filter((s) => !same(s));
  return shapes.find(same)?.colour === one.colour ? others : [...others, one];
}

// As on Lichess: Shift or Ctrl red, Alt blue, both yellow.
export function colourOf({ shiftKey, ctrlKey, altKey }: { shiftKey: boolean; ctrlKey: boolean; altKey: boolean }): ShapeColour {
  const red = shiftKey || ctrlKey;
  return red && altKey ? "Y" : red ? "R" : altKey ? "B" : "G";
}
