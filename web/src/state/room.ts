// How much room there is: styles ask the same questions.
import { signal } from "@preact/signals";

function asked(query: string) {
  const list = matchMedia(query);
  const answer = signal(list.matches);
  list.addEventListener("change", () => (answer.value = list.matches));
  return answer;
}

export const narrow = asked("(max-width: 859px)"); // as a phone
export const wide = asked("(min-width: 1200px)"); // for three columns
