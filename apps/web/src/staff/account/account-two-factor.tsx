import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '../../components/message-state.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
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
  const { data, error, refetch } = useQuery(twoFactorQuery)
  if (data !== undefined) return <TwoFactorStep isOn={data.is_on} onClose={onClose} />
  return (
    <Modal
      opened
      onClose={onClose}
      title="Verificación en dos pasos"
      size={480}
      padding="lg"
      centered
      closeButtonProps={{ 'aria-label': 'Cerrar ventana' }}
    >
      {error === null ? <LinesSkeleton lines={8} /> : <ErrorState error={error} onRetry={refetch} />}
    </Modal>
  )
}
