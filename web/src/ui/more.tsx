// What else can be done with the repertoire that is open.
import { Evaluate } from "./evaluate";
import { Merge } from "./merge";
import { OwnNames } from "./ownnames";

export const More = () => (
  <div class="held">
    <Merge />
    <Evaluate />
    <OwnNames />
  </div>
);
