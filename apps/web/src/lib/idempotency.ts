import { useState } from 'react'

/**
 * The idempotency key of one user action. `keyFor` returns the same key for the same body until `settle`, which the API
 * client calls after a definite answer; a lost answer keeps the key.
 */
export interface Attempt {
  keyFor: (body: string) => string
  settle: () => void
}

export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Creates an attempt outside React; a component calls `useAttempt`. */
export function createAttempt(): Attempt {
  let pending: { key: string; body: string } | null = null
  return {
    keyFor(body) {
      if (pending?.body !== body) pending = { key: randomKey(), body }
      return pending.key
    },
    settle() {
      pending = null
    },
  }
}

/** An attempt whose key is kept elsewhere, so that it survives a reload; its owner forgets it after the answer. */
export function attemptOf(key: string): Attempt {
  return { keyFor: () => key, settle: () => undefined }
}

/** The attempt of this component: pass it to `api.post` so that a double tap or a lost answer runs the command once. */
export function useAttempt(): Attempt {
  const [attempt] = useState(createAttempt)
  return attempt
}
