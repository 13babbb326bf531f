import { PasswordInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { passwordErrors } from '@quincena/domain/sessions/access-config'
import { changePasswordBody } from '@quincena/domain/sessions/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EditorDialog } from '../../components/editor-dialog.tsx'
import { FormError } from '../../components/form-error.tsx'
import { StrengthMeter } from '../../components/strength-meter.tsx'
import { toast } from '../../components/toast.tsx'
import { errorText, fieldErrors } from '../../lib/api-error.ts'
import { PasswordRules } from '../registration/password-rules.tsx'
import { passwordRulesQuery } from '../users/api.ts'
import { changePassword } from './api.ts'

const fields = changePasswordBody.safeExtend({
  confirm_password: changePasswordBody.shape.confirm_password.unwrap(),
})

function usePasswordForm() {
  const { data: rules } = useQuery(passwordRulesQuery)
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm({
    initialValues: { current_password: '', new_password: '', confirm_password: '' },
    validateInputOnBlur: true,
    validate: schemaResolver(fields, { sync: true }),
  })
  const submit = async () => {
    setRefusal(null)
    if (form.validate().hasErrors) return false
    const [weak] = rules === undefined ? [] : passwordErrors(form.values.new_password, rules)
    if (weak !== undefined) {
      form.setFieldError('new_password', weak)
      return false
    }
    try {
      await changePassword(form.values)
    } catch (error) {
      form.setErrors(fieldErrors(error))
      setRefusal(errorText(error))
      return false
    }
    toast.success('Contraseña cambiada. Tus otras sesiones se cerraron.')
  }
  return { form, rules, refusal, submit }
}

/** The signed-in person's own new password. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { form, rules, refusal, submit } = usePasswordForm()
  const [visible, { toggle }] = useDisclosure(false)
  const field = (name: keyof typeof form.values) => ({
    ...form.getInputProps(name),
    'aria-invalid': form.errors[name] !== undefined,
    visible,
    onVisibilityChange: toggle,
    maxLength: 128,
    visibilityToggleButtonProps: {
      'aria-label': visible ? 'Ocultar contraseñas' : 'Mostrar contraseñas',
      tabIndex: 0,
    },
  })
  return (
    <EditorDialog
      title="Cambiar contraseña"
      submitLabel="Cambiar contraseña"
      size={480}
      isDirty={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <PasswordInput
        label="Contraseña actual"
        autoComplete="current-password"
        data-autofocus
        {...field('current_password')}
      />
      <PasswordInput label="Nueva contraseña" autoComplete="new-password" {...field('new_password')} />
      <StrengthMeter password={form.values.new_password} />
      {rules !== undefined && <PasswordRules password={form.values.new_password} rules={rules} />}
      <PasswordInput
        label="Confirma la nueva contraseña"
        autoComplete="new-password"
        {...field('confirm_password')}
      />
      <FormError text={refusal} />
    </EditorDialog>
  )
}
