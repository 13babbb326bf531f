import { sendAllNow } from './delayed.ts'
import { signOut } from './sign-in.ts'

/** Logs the user out. A decision that waits was confirmed: it is sent first, and a refusal keeps the session. */
export async function leave(): Promise<void> {
  await sendAllNow()
  await signOut()
}
