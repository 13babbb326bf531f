import { PasswordInput, TextInput } from '@mantine/core'

interface FieldProps {
  value?: string
  error?: React.ReactNode
}

interface LoginFieldsProps {
  /** `form.getInputProps` of the form that holds `email`, `password` and `code`. */
  getInputProps: (field: 'email' | 'password' | 'code') => FieldProps
  size: 'md' | 'lg'
  /** Asks for the second factor too. */
  hasCode: boolean
}

/** What one types to sign in. */
export function LoginFields({ getInputProps, size, hasCode }: LoginFieldsProps) {
  return (
    <>
      <TextInput
        size={size}
        label="Correo electrónico"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        {...getInputProps('email')}
      />
      <PasswordInput
        size={size}
        label="Contraseña"
        autoComplete="current-password"
        maxLength={128}
        visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar contraseña' }}
        {...getInputProps('password')}
      />
      {hasCode && (
        <TextInput
          size={size}
          label="Código de verificación"
          description="El de tu aplicación, o uno de recuperación."
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={40}
          data-autofocus
          autoFocus
          {...getInputProps('code')}
        />
      )}
    </>
  )
}
