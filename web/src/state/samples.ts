// The repertoires that come with tabiya, loaded when they are chosen.
import caroKann from "virtual:text/samples/caro-kann.txt";
import london from "virtual:text/samples/london.txt";
import queensGambit from "virtual:text/samples/queens-gambit.txt";

export interface Sample {
  name: string;
  title: string;
  load(): Promise<string>;
}

export const builtIn: readonly Sample[] = [
  { name: "caro-kann", title: "A Caro-Kann Defence", load: caroKann },
  { name: "london", title: "A London System", load: london },
  { name: "queens-gambit", title: "Queen's Gambit Declined by every road", load: queensGambit },
];
