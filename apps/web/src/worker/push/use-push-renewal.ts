import { useEffect } from 'react'
import { useUser } from '../../lib/session.ts'
import { stored } from '../../lib/storage.ts'

/** Renews the push subscription at each start and sign-in, if this user turned push on in this browser. */
export function usePushRenewal(): void {
  const { id } = useUser()
  useEffect(() => {
    if (stored('push') !== String(id)) return
    // A failure is ignored; the next start tries again.
    import('./push.ts').then(({ renewPush }) => renewPush()).catch(() => undefined)
  }, [id])
}
