import { Button } from '@mantine/core'
import type { User } from '@quincena/domain/users/schema'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { toast } from '../../components/toast.tsx'
import { useResetTwoFactor } from './api.ts'

/** Turns off the two-factor verification of a locked out user, after confirmation. */
export function ResetTwoFactor({ user }: { user: User }) {
  const { mutateAsync } = useResetTwoFactor()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const confirm = async () => {
    await mutateAsync(user.id)
    toast.success('La verificación en dos pasos se restableció.')
  }
  return (
    <>
      <Button variant="default" onClick={() => setIsDialogOpen(true)}>
        Restablecer verificación
      </Button>
      <ConfirmDialog
        opened={isDialogOpen}
        tone="danger"
        title="¿Restablecer la verificación en dos pasos?"
        text={`${user.first_name} ${user.last_name} entrará solo con su contraseña hasta que la active otra vez${user.user_type === 'U2' ? '' : ', y se desliga su cuenta de la empresa'}. Asegúrate de que quien lo pide es esa persona: se lo diremos por correo.`}
        confirmLabel="Sí, restablecer"
        onConfirm={confirm}
        onClose={() => setIsDialogOpen(false)}
      />
    </>
  )
}
