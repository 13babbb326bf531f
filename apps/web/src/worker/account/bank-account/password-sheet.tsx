import { Button, PasswordInput } from '@mantine/core'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { bankAccountRemoval } from '@quincena/domain/users/bank-account'
import type { ReactNode } from 'react'
import { BottomSheet } from '../../../components/bottom-sheet.tsx'
import { FormError } from '../../../components/form-error.tsx'
import stack from '../../../components/phone/stack.module.css'
import { useServerForm } from '../../../components/server-form.ts'

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
  const { form, refusal, formProps, reset } = useServerForm({
    schema: bankAccountRemoval,
    initial: { current_password: '' },
    send: async ({ current_password }) => {
      await onConfirm(current_password)
      reset()
    },
  })
  const close = () => {
    if (form.submitting) return
    reset()
    onClose()
  }
  return (
    <BottomSheet opened={opened} title={title} onClose={close}>
      <form className={stack.stack} {...formProps} aria-label={title}>
        {children}
        <PasswordInput
          size="lg"
          label="Contraseña actual"
          autoComplete="current-password"
          maxLength={TEXT_LIMITS.password}
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar lo escrito', tabIndex: 0 }}
          {...form.getInputProps('current_password')}
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
