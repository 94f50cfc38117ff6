// Shown where a repertoire is needed and none is open.
import { useEffect } from "preact/hooks";
import { route, visit } from "../state/app";
import { library, reload } from "../state/library";
import * as rep from "../state/rep";
import { DropZone } from "./dropzone";
import { OwnFiles, SampleFiles, ServedFiles, unread } from "./files";
import { t } from "../texts";

export function OpenMenu() {
  useEffect(() => void reload(), [rep.saved.value]);
  const begin = async (color: "white" | "black") => {
    await rep.fresh(color);
    if (route.value.screen !== "build") visit("build");
  };
  const samples = unread();
  return (
    <div class="openmenu">
      <div class="sectionhead">
        <h2>{t("Open a repertoire")}</h2>
        <p class="buttons">
          <button onClick={() => void begin("white")}>{t("New, for White")}</button>
          <button onClick={() => void begin("black")}>{t("New, for Black")}</button>
        </p>
      </div>
      {library.value.length > 0 && <OwnFiles />}
      <ServedFiles />
      {samples.length > 0 && <h2>{t("Samples")}</h2>}
      <SampleFiles samples={samples} />
      <DropZone />
    </div>
  );
}
