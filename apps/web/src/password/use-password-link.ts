import type { passwordLink } from '@quincena/domain/sessions/password-link'
import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '../lib/api-error.ts'
import { getPasswordLink } from './api.ts'

/**
 * Loads the kind of a mailed link (invitation or reset) and the password rules. Calls `onRefused` for an invalid link,
 * before the user types; after any other error it returns null, and the form shows no rules.
 */
export function usePasswordLink(token: string, onRefused: () => void) {
  const [link, setLink] = useState<z.infer<typeof passwordLink> | null>(null)
  const refuse = useEffectEvent(onRefused)
  useEffect(() => {
    const leaving = new AbortController()
    const loadLink = async () => {
      try {
        setLink(await getPasswordLink(token, leaving.signal))
      } catch (error) {
        if (error instanceof ApiError && error.code === 'token_invalid') refuse()
      }
    }
    void loadLink()
    return () => leaving.abort()
  }, [token])
  return link
}
