// An error, and where the server was the reason, a way to try again.
import { OFFLINE, retry } from "../api";

export const Trouble = ({ text }: { text: string }) => (
  <span class="error" role="status">
    {text} {text === OFFLINE && <button onClick={retry}>Try again</button>}
  </span>
);
