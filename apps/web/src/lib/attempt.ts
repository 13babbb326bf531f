import { useState } from 'react'

/** One try at an act: its idempotency key outlives lost answers, and ends with a definite one. */
export interface Attempt {
  keyFor: (body: string) => string
  settle: () => void
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

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

/** The attempt of this screen; pass it to `api.post` so that a double tap or a lost answer acts once. */
export function useAttempt(): Attempt {
  const [attempt] = useState(createAttempt)
  return attempt
}
