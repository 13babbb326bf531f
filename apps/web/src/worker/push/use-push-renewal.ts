import { useEffect } from 'react'
import { useUser } from '../../lib/session.ts'
import { stored } from '../../lib/storage.ts'

/** At each start of the app, and each sign-in, the notices on this phone go on for who turned them on. */
export function usePushRenewal(): void {
  const { id } = useUser()
  useEffect(() => {
    if (stored('push') !== String(id)) return
    // What fails now is tried again at the next start.
    import('./push.ts').then(({ renewPush }) => renewPush()).catch(() => undefined)
  }, [id])
}
