// The repertoires that come with tabiya, loaded when they are chosen.
import caroKann from "virtual:text/samples/caro-kann.txt";
import london from "virtual:text/samples/london.txt";
import queensGambit from "virtual:text/samples/queens-gambit.txt";
import { t } from "../texts";

export interface Sample {
  name: string;
  title: string;
  color: "white" | "black";
  about: string;
  fen: string; // what it is about
  load(): Promise<string>;
}

export const builtIn: readonly Sample[] = [
  {
    name: "london",
    title: t("A London System"),
    color: "white",
    about: t("One set-up against everything"),
    fen: "rnbqkb1r/ppp1pppp/5n2/3p4/3P1B2/4P3/PPP2PPP/RN1QKBNR b KQkq - 0 3",
    load: london,
  },
  {
    name: "caro-kann",
    title: t("A Caro-Kann Defence"),
    color: "black",
    about: t("Solid against 1. e4"),
    fen: "rnbqkbnr/pp2pppp/2p5/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3",
    load: caroKann,
  },
  {
    name: "queens-gambit",
    title: t("Queen's Gambit Declined by every road"),
    color: "black",
    about: t("One position, many orders of moves"),
    fen: "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4",
    load: queensGambit,
  },
];
