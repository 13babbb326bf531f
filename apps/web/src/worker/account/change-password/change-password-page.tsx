import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { PasswordFields, usePasswordChange } from '../../../components/password-change.tsx'
import stack from '../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { toast } from '../../../components/toast.tsx'

/** Changes the password. The server ends the user's other sessions; this one stays. */
export function ChangePasswordPage() {
  const navigate = useNavigate()
  const change = usePasswordChange(() => {
    toast.success('Contraseña cambiada exitosamente.')
    return navigate({ to: '/app/security', replace: true })
  })
  return (
    <>
      <ScreenHeader title="Cambiar contraseña" backTo="/app/security" />
      <form className={stack.stack} {...change.formProps} aria-label="Cambiar contraseña">
        <PasswordFields change={change} size="lg" />
        <p className={stack.note}>Al cambiarla cerramos tu sesión en tus otros dispositivos.</p>
        <Button type="submit" size="lg" fullWidth loading={change.form.submitting}>
          Cambiar contraseña
        </Button>
      </form>
    </>
  )
}
