import { TextInput, type TextInputProps } from '@mantine/core'
import classes from './code-field.module.css'

/** A field for the six digits of an authenticator; `one-time-code` lets mobile keyboards suggest them. */
export function OneTimeCodeInput(props: TextInputProps) {
  return (
    <TextInput
      label="Código de verificación"
      description="Los 6 dígitos que muestra tu aplicación de verificación."
      placeholder="000000"
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={8}
      classNames={{ input: classes.input ?? '', description: classes.description ?? '' }}
      {...props}
    />
  )
}
