// Shown where a repertoire is needed and none is open.
import { fail, route } from "../state/app";
import * as rep from "../state/rep";
import { builtIn } from "../state/samples";
import { DropZone } from "./home";

export function OpenMenu() {
  const build = route.value.screen === "build";
  return (
    <div class="openmenu">
      <h2>{build ? "Begin" : "Open a repertoire"}</h2>
      <label>
        Built in
        <select
          onChange={(e) => {
            const sample = builtIn.find((s) => s.name === e.currentTarget.value);
            sample?.load().then((text) => rep.take(sample.name, text)).catch(fail);
          }}
        >
          <option value="">choose …</option>
          {builtIn.map((s) => (
            <option key={s.name} value={s.name}>
              {s.title}
            </option>
          ))}
        </select>
      </label>
      <DropZone />
      <p class="buttons">
        <button onClick={() => void rep.fresh("white")}>New, for White</button>
        <button onClick={() => void rep.fresh("black")}>New, for Black</button>
      </p>
    </div>
  );
}
