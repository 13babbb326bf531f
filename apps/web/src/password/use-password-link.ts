import { passwordLink } from '@quincena/domain/sessions/password-link'
import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import { api } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'

/**
 * What a mailed link is good for: whom it invites or lets back in, and what the password must have. One that no longer
 * serves is told before anything is typed; while the server cannot be asked, the form stands without its rules.
 */
export function usePasswordLink(token: string, onRefused: () => void) {
  const [link, setLink] = useState<z.infer<typeof passwordLink> | null>(null)
  const refuse = useEffectEvent(onRefused)
  useEffect(() => {
    const leaving = new AbortController()
    const ask = async () => {
      const { signal } = leaving
      try {
        setLink(await api.post(passwordLink, '/auth/password-link', { body: { token }, signal }))
      } catch (error) {
        if (error instanceof ApiError && error.code === 'token_invalid') refuse()
      }
    }
    void ask()
    return () => leaving.abort()
  }, [token])
  return link
}
