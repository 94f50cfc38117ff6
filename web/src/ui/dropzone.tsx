// Where files are dropped or chosen.
import { takeFiles } from "../state/intake";
import { t } from "../texts";

interface Props {
  title?: string;
  text?: string;
}

export function DropZone({
  title = t("Open a file"),
  text = t("or drop it anywhere: a repertoire, PGN, a collection of games"),
}: Props) {
  return (
    <label class="dropzone">
      <input
        type="file"
        multiple
        onChange={(e) => {
          void takeFiles([...(e.currentTarget.files ?? [])]);
          e.currentTarget.value = "";
        }}
      />
      <b>{title}</b>
      <span>{text}</span>
    </label>
  );
}
