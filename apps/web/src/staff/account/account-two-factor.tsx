import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { TwoFactorDialog } from '../../components/two-factor-dialog.tsx'
import { twoFactorQuery } from '../../lib/account.ts'

/**
 * Turns two-factor verification on or off. The mode is fixed when the dialog opens, so that the refetch after success
 * does not switch it.
 */
function TwoFactorStep({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const [action] = useState<'on' | 'off'>(isOn ? 'off' : 'on')
  return <TwoFactorDialog action={action} opened onClose={onClose} />
}

/** Offers the signed-in user to turn two-factor verification on when it is off, and off when it is on. */
export function AccountTwoFactor({ onClose }: { onClose: () => void }) {
  const query = useQuery(twoFactorQuery)
  if (query.data !== undefined) return <TwoFactorStep isOn={query.data.is_on} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title="Verificación en dos pasos" size={480} closeLabel="Cerrar ventana">
      <LoadState query={query} />
    </Dialog>
  )
}
