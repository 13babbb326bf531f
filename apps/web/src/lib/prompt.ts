/** Asks the user; resolves to false when the user cancels. */
type Ask = () => Promise<boolean>

/** A question that calls wait for. The dialog that asks registers itself while it is mounted. */
function createPrompt() {
  let show: Ask | null = null
  let running: Promise<boolean> | null = null
  return {
    /** Registers the dialog; returns the function that removes it. */
    register(ask: Ask): () => void {
      show = ask
      return () => {
        if (show === ask) show = null
      }
    },
    isReady: () => show !== null,
    /** Asks once for calls that need it at the same time; false without a dialog. */
    ask(): Promise<boolean> {
      running ??= (show?.() ?? Promise.resolve(false)).finally(() => {
        running = null
      })
      return running
    },
  }
}

/** Asks for a recent second factor. */
export const factorPrompt = createPrompt()

/** Asks the user of an ended session to sign in again, over the page that is open. */
export const signInPrompt = createPrompt()
