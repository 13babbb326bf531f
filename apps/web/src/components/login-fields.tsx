import { Button, PasswordInput, TextInput, type TextInputProps } from '@mantine/core'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import classes from './code-field.module.css'
import { CodeField } from './code-field.tsx'
import { AnchorLink } from './links.tsx'

interface FieldProps {
  value?: string
  error?: React.ReactNode
}

interface LoginFieldsProps {
  /** `form.getInputProps` of the form that holds `email`, `password` and `code`. */
  getInputProps: (field: 'email' | 'password' | 'code') => FieldProps
  size: 'md' | 'lg'
  /** The password was correct, and the server asks for the two-factor code. */
  hasCode: boolean
}

/** The e-mail that names an account. */
export function AccountEmailField(props: TextInputProps) {
  return (
    <TextInput
      label="Correo electrónico"
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={TEXT_LIMITS.email}
      {...props}
    />
  )
}

/** The two-factor code; the form keeps e-mail and password. */
function CodeStep({ getInputProps, size }: Omit<LoginFieldsProps, 'hasCode'>) {
  return (
    <>
      <p className={classes.account}>
        Escribe tu código para entrar como <strong>{getInputProps('email').value}</strong>.
      </p>
      <CodeField size={size} autoFocus {...getInputProps('code')} />
    </>
  )
}

/** The fields of a sign-in: e-mail and password, then the two-factor code. */
export function LoginFields({ getInputProps, size, hasCode }: LoginFieldsProps) {
  if (hasCode) return <CodeStep getInputProps={getInputProps} size={size} />
  return (
    <>
      <AccountEmailField size={size} {...getInputProps('email')} />
      <PasswordInput
        size={size}
        label="Contraseña"
        autoComplete="current-password"
        maxLength={TEXT_LIMITS.password}
        visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar lo escrito' }}
        {...getInputProps('password')}
        aria-invalid={Boolean(getInputProps('password').error)}
      />
    </>
  )
}

interface LoginAlternativeProps extends Pick<LoginFieldsProps, 'size' | 'hasCode'> {
  email: string
  /** Class of the link. */
  className: string | undefined
  onBack: () => void
}

/** The link to a new password, or during the code step the button back to the password. */
export function LoginAlternative({ size, hasCode, email, className = '', onBack }: LoginAlternativeProps) {
  return hasCode ? (
    <Button variant="subtle" size={size} onClick={onBack}>
      Regresar
    </Button>
  ) : (
    <AnchorLink className={className} to="/auth/contrasena" state={{ email }} underline="always">
      ¿Olvidaste tu contraseña?
    </AnchorLink>
  )
}
