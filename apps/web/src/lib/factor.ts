/** Asks the user for a second factor; resolves to false when the user cancels. */
type AskForFactor = () => Promise<boolean>

let ask: AskForFactor | null = null
let running: Promise<boolean> | null = null

/** Registers the dialog that asks for a second factor; returns the function that removes it. */
export function onFactorNeeded(show: AskForFactor): () => void {
  ask = show
  return () => {
    if (ask === show) ask = null
  }
}

/** Asks for a second factor, once for calls that need one at the same time; false without a dialog. */
export function askForFactor(): Promise<boolean> {
  running ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    running = null
  })
  return running
}
