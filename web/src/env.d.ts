// What the build makes, see vite.config.ts.
declare const __SINGLE__: boolean;
declare module "virtual:text/*" {
  const text: () => Promise<string>;
  export default text;
}
declare module "virtual:bytes/*" {
  const bytes: () => Promise<ArrayBuffer>;
  export default bytes;
}
declare module "#layout-worker" {
  const LayoutWorker: new () => Worker;
  export default LayoutWorker;
}
declare module "cm-chessboard" {
  export const COLOR: { white: "w"; black: "b" };
  export const INPUT_EVENT_TYPE: Record<
    "moveInputStarted" | "validateMoveInput" | "moveInputCanceled" | "moveInputFinished" | "movingOverSquare",
    string
  >;
  export interface InputEvent {
    type: string;
    squareFrom: string;
    squareTo: string;
    animate?: boolean;
  }
  export class Chessboard {
    constructor(host: HTMLElement, props: object);
    readonly props: { style: { animationDuration: number } };
    setPosition(fen: string, animated?: boolean): Promise<void>;
    setOrientation(color: "w" | "b", animated?: boolean): Promise<void>;
    enableMoveInput(handler: (event: InputEvent) => boolean | void, color?: "w" | "b"): void;
    disableMoveInput(): void;
    isMoveInputEnabled(): boolean;
    cancelMoveInput(): void;
    getPiece(square: string): string | null;
    destroy(): void;
  }
}
