import { PasswordInput } from '@mantine/core'
import { passwordErrors, passwordRulesOf } from '@quincena/domain/sessions/access-config'
import { changePasswordBody } from '@quincena/domain/sessions/schema'
import { useQuery } from '@tanstack/react-query'
import { changePassword, passwordRulesQuery } from '../lib/account.ts'
import { fieldProblem } from '../lib/api-error.ts'
import { useUser } from '../lib/session.ts'
import { FormError } from './form-error.tsx'
import { useGuessablePassword } from './guessable-password.ts'
import { PasswordRules } from './password-rules.tsx'
import { useServerForm } from './server-form.ts'
import { StrengthMeter } from './strength-meter.tsx'
import { usePasswordToggle } from './use-password-toggle.ts'

const fields = changePasswordBody.safeExtend({
  confirm_password: changePasswordBody.shape.confirm_password.unwrap(),
})
/** Form of a password change; `onChanged` runs when the server has changed it. */
export function usePasswordChange(onChanged: () => unknown) {
  const { user_type } = useUser()
  const { data } = useQuery(passwordRulesQuery)
  const rules = data && passwordRulesOf(data, user_type)
  const { guessable, watch } = useGuessablePassword()
  const state = useServerForm({
    schema: fields,
    initial: { current_password: '', new_password: '', confirm_password: '' },
    validateOn: 'blur',
    send: async (body) => {
      const [weak] = rules === undefined ? [] : passwordErrors(body.new_password, rules)
      if (weak !== undefined) throw fieldProblem('new_password', weak)
      await watch(body.new_password, changePassword(body))
      await onChanged()
    },
  })
  return { ...state, rules, guessable }
}

interface PasswordFieldsProps {
  change: Pick<ReturnType<typeof usePasswordChange>, 'form' | 'rules' | 'guessable' | 'refusal'>
  size?: 'md' | 'lg'
  /** Help below the label of the password in force. */
  currentHint?: string
}

/** Current password, new password with strength and rules, confirmation; one toggle shows or hides all three. */
export function PasswordFields({
  change: { form, rules, guessable, refusal },
  size = 'md',
  currentHint,
}: PasswordFieldsProps) {
  const toggle = usePasswordToggle()
  const field = (name: keyof typeof form.values) => ({
    ...form.getInputProps(name),
    size,
    ...toggle,
  })
  const { new_password } = form.values
  return (
    <>
      <PasswordInput
        label="Contraseña actual"
        description={currentHint}
        autoComplete="current-password"
        data-autofocus
        {...field('current_password')}
      />
      <PasswordInput label="Nueva contraseña" autoComplete="new-password" {...field('new_password')} />
      <StrengthMeter password={new_password} guessable={guessable} />
      {rules !== undefined && <PasswordRules password={new_password} rules={rules} />}
      <PasswordInput
        label="Confirma la contraseña"
        autoComplete="new-password"
        {...field('confirm_password')}
      />
      <FormError text={refusal} />
    </>
  )
}
