// The app, asked for by first.ts: loads the core and what the link asks for,
// then takes the place of the first picture.
import "./styles/app.css";
import { render } from "preact";
import { useErrorBoundary } from "preact/hooks";
import { findServer } from "./api";
import { loadCore } from "./core";
import { keepPage } from "./state/offline";
import { prepare, Shell } from "./ui/shell";

const host = document.getElementById("app")!;
const first = document.getElementById("first")!;

// Where a screen fails, first.ts takes the page back and says so.
function App() {
  const [error] = useErrorBoundary((error) => {
    host.remove();
    document.body.prepend(first);
    reportError(error);
  });
  return error ? null : <Shell />;
}

async function start(): Promise<void> {
  await prepare(Promise.all([loadCore(), findServer()]));
  // both before the next frame, so that nothing moves
  first.remove();
  render(<App />, host);
  keepPage();
}

// a single file asks for nothing: its picture is painted first here
if (__SINGLE__ && !document.hidden) requestAnimationFrame(() => setTimeout(start));
else void start();
