import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { idleUntil } from '../lib/idle.ts'
import { signInPrompt } from '../lib/prompt.ts'
import { isSessionLost, useUser } from '../lib/session.ts'

const SignInAgainDialog = lazy(async () => ({
  default: (await import('../staff/account/sign-in-again-dialog.tsx')).SignInAgainDialog,
}))

const IdleWarning = lazy(async () => ({
  default: (await import('../staff/account/idle-warning.tsx')).IdleWarning,
}))

const warning_ms = 2 * 60_000
const longestWait_ms = 60_000

/** When the idle session ends, once that is less than two minutes away; null before. Follows the other tabs. */
function useIdleEnd(): number | null {
  const [end, setEnd] = useState<number | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const until = idleUntil()
      const wait_ms = until === null ? longestWait_ms : until - warning_ms - Date.now()
      setEnd(wait_ms <= 0 ? until : null)
      // While the warning is open, a later end in this tab closes it within a second.
      timer = setTimeout(look, wait_ms <= 0 ? 1000 : Math.min(wait_ms, longestWait_ms))
    }
    look()
    window.addEventListener('storage', look)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('storage', look)
    }
  }, [])
  return end
}

/**
 * Keeps the open page when the session ends: the same user signs in in a dialog above it and goes on, and the calls that
 * waited are sent again. Warns two minutes before an idle session ends.
 */
export function SessionKeeper({ isGated }: { isGated: boolean }) {
  const user = useUser()
  const client = useQueryClient()
  const [isAsked, setIsAsked] = useState(false)
  const resolve = useRef<(isSignedIn: boolean) => void>(undefined)
  const idleEnd = useIdleEnd()
  useEffect(() => {
    const remove = signInPrompt.register(() => {
      setIsAsked(true)
      return new Promise((done) => {
        resolve.current = done
      })
    })
    return () => {
      remove()
      resolve.current?.(false)
    }
  }, [])
  useEffect(() => {
    // A new session is a new copy of the user.
    if (user === null || !isAsked || isSessionLost() || isGated) return
    resolve.current?.(true)
    setIsAsked(false)
    void client.invalidateQueries()
  }, [user, isAsked, isGated, client])
  const isLost = isAsked && isSessionLost()
  if (isLost || isGated)
    return (
      <Suspense fallback={null}>
        <SignInAgainDialog user={user} isLost={isLost} />
      </Suspense>
    )
  if (idleEnd === null) return null
  return (
    <Suspense fallback={null}>
      <IdleWarning end_ms={idleEnd} />
    </Suspense>
  )
}
