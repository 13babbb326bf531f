import { PasswordInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { passwordErrors } from '@quincena/domain/sessions/access-config'
import { changePasswordBody } from '@quincena/domain/sessions/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changePassword, passwordRulesQuery } from '../lib/account.ts'
import { errorText, fieldErrors } from '../lib/api-error.ts'
import { FormError } from './form-error.tsx'
import { PasswordRules } from './password-rules.tsx'
import { StrengthMeter } from './strength-meter.tsx'

const fields = changePasswordBody.safeExtend({
  confirm_password: changePasswordBody.shape.confirm_password.unwrap(),
})
const order = ['current_password', 'new_password', 'confirm_password'] as const

/** Form state of a password change. `submit` returns whether it succeeded; a refusal keeps the typed values. */
export function usePasswordChange() {
  const { data: rules } = useQuery(passwordRulesQuery)
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm({
    initialValues: { current_password: '', new_password: '', confirm_password: '' },
    validateInputOnBlur: true,
    validate: schemaResolver(fields, { sync: true }),
  })
  const refuse = (errors: Record<string, React.ReactNode>, text: string | null = null) => {
    form.setErrors(errors)
    setRefusal(Object.keys(errors).length > 0 ? null : text)
    const first = order.find((name) => errors[name] !== undefined)
    if (first !== undefined) form.getInputNode(first)?.focus()
    return false
  }
  const submit = async (): Promise<boolean> => {
    setRefusal(null)
    const { hasErrors, errors } = form.validate()
    if (hasErrors) return refuse(errors)
    const [weak] = rules === undefined ? [] : passwordErrors(form.values.new_password, rules)
    if (weak !== undefined) return refuse({ new_password: weak })
    try {
      await changePassword(form.values)
      return true
    } catch (error) {
      return refuse(fieldErrors(error), errorText(error))
    }
  }
  return { form, rules, refusal, submit }
}

interface PasswordFieldsProps {
  change: Omit<ReturnType<typeof usePasswordChange>, 'submit'>
  size?: 'md' | 'lg'
}

/** Current password, new password with strength and rules, confirmation; one toggle shows or hides all three. */
export function PasswordFields({ change: { form, rules, refusal }, size = 'md' }: PasswordFieldsProps) {
  const [visible, { toggle }] = useDisclosure(false)
  const field = (name: keyof typeof form.values) => ({
    ...form.getInputProps(name),
    'aria-invalid': form.errors[name] !== undefined,
    size,
    visible,
    onVisibilityChange: toggle,
    maxLength: 128,
    visibilityToggleButtonProps: {
      'aria-label': visible ? 'Ocultar lo escrito' : 'Mostrar lo escrito',
      tabIndex: 0,
    },
  })
  const { new_password } = form.values
  return (
    <>
      <PasswordInput
        label="Contraseña actual"
        autoComplete="current-password"
        data-autofocus
        {...field('current_password')}
      />
      <PasswordInput label="Nueva contraseña" autoComplete="new-password" {...field('new_password')} />
      <StrengthMeter password={new_password} />
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
