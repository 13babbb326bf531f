import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { PasswordFields, usePasswordChange } from '../../../components/password-change.tsx'
import stack from '../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { toast } from '../../../components/toast.tsx'

/** Changes the password. The server ends the user's other sessions; this one stays. */
export function ChangePasswordPage() {
  const { submit, ...change } = usePasswordChange()
  const [isBusy, setIsBusy] = useState(false)
  const navigate = useNavigate()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    const isChanged = await submit()
    setIsBusy(false)
    if (!isChanged) return
    toast.success('Contraseña cambiada exitosamente.')
    await navigate({ to: '/app/security', replace: true })
  }
  return (
    <>
      <ScreenHeader title="Cambiar contraseña" backTo="/app/security" />
      <form
        className={stack.stack}
        onSubmit={(event) => void send(event)}
        noValidate
        aria-label="Cambiar contraseña"
      >
        <PasswordFields change={change} size="lg" />
        <p className={stack.note}>Al cambiarla cerramos tu sesión en tus otros dispositivos.</p>
        <Button type="submit" size="lg" fullWidth loading={isBusy}>
          Cambiar contraseña
        </Button>
      </form>
    </>
  )
}
