import { Button, Input, Loader } from '@mantine/core'
import { LOGO_HINT, LOGO_LIMIT_BYTES } from '@quincena/domain/brand/schema'
import { messageOf } from '@quincena/domain/messages'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { FileDrop } from '../../components/file-drop.tsx'
import { errorText } from '../../lib/api-error.ts'
import { logoSource } from '../../lib/brand.ts'
import { uploadLogo } from '../brand/api.ts'
import classes from './brand-draft.module.css'

const accepted = { 'image/png': ['.png'], 'image/jpeg': ['.jpg', '.jpeg'] }

const refusals = {
  type: messageOf('logo.wrong_type'),
  size: messageOf('logo.too_large'),
  many: messageOf('request.one_file'),
} as const

interface LogoFieldProps {
  /** SHA-256 of the uploaded logo; empty without one. */
  value: string
  onChange: (sha256: string) => void
  /** The name that screen readers say for the picture. */
  name: string
  error?: ReactNode
  /** The name by which the form finds the field, to focus it on an error. */
  'data-path'?: string
}

/** The logo: drop or choose a file, replace it, or remove it. A refused file leaves the logo as it is. */
export function LogoField({ value, onChange, name, error, 'data-path': path }: LogoFieldProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({ mutationFn: uploadLogo })
  const errorId = useId()
  const shown = problem ?? error
  const choose = (file: File) => {
    setProblem(null)
    mutate(file, {
      onSuccess: ({ sha256 }) => onChange(sha256),
      onError: (failure) => setProblem(errorText(failure)),
    })
  }
  return (
    <Input.Wrapper label="Logotipo (opcional)" description={LOGO_HINT} labelElement="div">
      <div className={classes.logoField}>
        {value !== '' && (
          <div className={classes.chosenLogo}>
            <img src={logoSource(value)} alt={`Logotipo de ${name}`} />
            <Button
              variant="subtle"
              color="gray"
              onClick={() => {
                setProblem(null)
                onChange('')
              }}
            >
              Quitar logotipo
            </Button>
          </div>
        )}
        <FileDrop
          accept={accepted}
          label={value === '' ? 'Suelta aquí el logotipo o elígelo' : 'Suelta o elige otro para reemplazarlo'}
          limit_bytes={LOGO_LIMIT_BYTES}
          onFile={choose}
          onRefused={(reason) => setProblem(refusals[reason])}
          input={{
            ...(path !== undefined && { 'data-path': path }),
            ...(shown && { 'aria-invalid': true, 'aria-describedby': errorId }),
          }}
        />
        {isPending && (
          <p className={classes.hint} role="status">
            <Loader size={14} aria-hidden /> Subiendo el logotipo…
          </p>
        )}
        {shown && (
          <Input.Error id={errorId} role="alert">
            {shown}
          </Input.Error>
        )}
      </div>
    </Input.Wrapper>
  )
}
