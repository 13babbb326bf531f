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
        text={`Se borran los códigos y las llaves de acceso de ${user.first_name} ${user.last_name} y se cierran sus sesiones.${user.user_type === 'U2' ? '' : ' Si entra con una cuenta de la financiera, se desliga.'} Asegúrate de que quien lo pide es esa persona: se lo diremos por correo.`}
        confirmLabel="Sí, restablecer"
        onConfirm={confirm}
        onClose={() => setIsDialogOpen(false)}
      />
    </>
  )
}
