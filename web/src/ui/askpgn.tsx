// A file that can be several things: asks what it is.
import { question, type Question } from "../state/app";
import { Modal } from "./modal";
import { t } from "../texts";

export function AskPgn({ file, answers }: Question) {
  const close = () => void (question.value = null);
  return (
    <Modal title={t("What is {file}?", { file })} onClose={close}>
      <div class="ask">
        {answers.map(({ title, run }, i) => (
          <button
            key={title}
            autoFocus={i === 0}
            onClick={() => {
              close();
              run();
            }}
          >
            {title}
          </button>
        ))}
      </div>
    </Modal>
  );
}
