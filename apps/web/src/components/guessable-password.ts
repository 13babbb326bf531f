import { useState } from 'react'
import { ApiError } from '../lib/api-error.ts'

/** Remembers the password that the server refused as guessable, for the strength meter. */
export function useGuessablePassword() {
  const [guessable, setGuessable] = useState<string | null>(null)
  /** Waits for the call that sends the password; passes its error on. */
  const watch = async <Answer>(password: string, call: Promise<Answer>): Promise<Answer> => {
    try {
      return await call
    } catch (error) {
      if (error instanceof ApiError && error.code === 'password_guessable') setGuessable(password)
      throw error
    }
  }
  return { guessable, watch }
}
