// Layouts are tested in the core and in a real browser.
export default class {
  postMessage(): void {}
  terminate(): void {}
}
