// An error, and where the server was the reason, a way to try again.
import { OFFLINE, retry } from "../api";
import { t } from "../texts";

export const Trouble = ({ text }: { text: string }) => (
  <span class="error" role="status">
    {text} {text === OFFLINE && <button onClick={retry}>{t("Try again")}</button>}
  </span>
);
