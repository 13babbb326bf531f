import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { BottomSheet } from '../../../components/bottom-sheet.tsx'
import { FormError } from '../../../components/form-error.tsx'
import stack from '../../../components/phone/stack.module.css'
import { errorText, fieldErrors } from '../../../lib/api-error.ts'

interface PasswordSheetProps {
  opened: boolean
  title: string
  confirmLabel: string
  tone?: 'normal' | 'danger'
  /** Runs once, also after a double tap. The sheet shows its error, a wrong password at the password field. */
  onConfirm: (current_password: string) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Asks for a confirmation and the password before a change that only the owner may make. */
export function PasswordSheet(props: PasswordSheetProps) {
  const { opened, title, confirmLabel, tone = 'normal', onConfirm, onClose, children } = props
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm({
    initialValues: { current_password: '' },
    validate: { current_password: (text) => (text === '' ? 'Escribe tu contraseña.' : null) },
  })
  const close = () => {
    if (form.submitting) return
    form.reset()
    setRefusal(null)
    onClose()
  }
  const send = async ({ current_password }: typeof form.values) => {
    setRefusal(null)
    try {
      await onConfirm(current_password)
      form.reset()
    } catch (error) {
      const { current_password: wrong } = fieldErrors(error)
      if (wrong === undefined) setRefusal(errorText(error))
      else form.setFieldError('current_password', wrong)
    }
  }
  return (
    <BottomSheet opened={opened} title={title} onClose={close}>
      <form className={stack.stack} onSubmit={form.onSubmit(send)} noValidate aria-label={title}>
        {children}
        <PasswordInput
          size="lg"
          label="Contraseña actual"
          autoComplete="current-password"
          maxLength={128}
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar lo escrito', tabIndex: 0 }}
          {...form.getInputProps('current_password')}
          aria-invalid={form.errors.current_password !== undefined}
        />
        <FormError text={refusal} />
        <Button
          type="submit"
          size="lg"
          fullWidth
          loading={form.submitting}
          {...(tone === 'danger' && { color: 'red.7' })}
        >
          {confirmLabel}
        </Button>
      </form>
    </BottomSheet>
  )
}
