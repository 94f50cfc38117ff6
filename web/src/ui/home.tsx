// Home: what to do now, what was open, what there is.
import { useEffect } from "preact/hooks";
import { fail, visit } from "../state/app";
import { known, library, reload } from "../state/library";
import * as rep from "../state/rep";
import { DropZone } from "./dropzone";
import { OwnFiles, SampleFiles, ServedFiles, unread } from "./files";
import { Today } from "./today";
import { GamesCard, Lately, News, Reviews } from "./homeside";
import { Welcome } from "./welcome";
import { t } from "../texts";

export function Home() {
  useEffect(() => void reload(), [rep.saved.value]);
  if (!known.value) return null;
  const some = library.value.length > 0;
  const samples = unread();
  const begin = () => rep.fresh("white").then(() => visit("build"), fail);
  return (
    <div class="home-grid">
      <div class="home-main">
        {some ? <Today /> : <Welcome />}
        {some && (
          <section class="home-main">
            <div class="sectionhead">
              <h2>{t("Your repertoires")}</h2>
              <button class="link" onClick={() => void begin()}>
                {t("New repertoire")}
              </button>
            </div>
            <OwnFiles>
              <li>
                <DropZone />
              </li>
            </OwnFiles>
          </section>
        )}
        <ServedFiles />
        {samples.length > 0 && (
          <section class="home-main">
            <div class="sectionhead">
              <h2>{some ? t("Samples") : t("Begin with a sample")}</h2>
            </div>
            <SampleFiles samples={samples} />
          </section>
        )}
      </div>
      <div class="home-side">
        <GamesCard />
        {some ? <Reviews /> : <DropZone />}
        <Lately />
        {some && <News />}
      </div>
    </div>
  );
}
