import { Button, Input, Loader } from '@mantine/core'
import { type BrandLogo, LOGO_HINT, LOGO_LIMIT_BYTES } from '@quincena/domain/brand/schema'
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
  /** Receives the uploaded logo, or null when it is removed. */
  onChange: (logo: BrandLogo | null) => void
  /** Says which icon the app will have. */
  iconHint: string
  /** The name that screen readers say for the picture. */
  name: string
  error?: ReactNode
  /** The name by which the form finds the field, to focus it on an error. */
  'data-path'?: string
}

/** Which icon the app has with a logo, as the server draws it; null for none. */
export function iconHintOf(logo: BrandLogo | null): string {
  if (logo?.type === 'image/png') return 'El ícono de la app será el logotipo.'
  const symbol = 'El ícono de la app será el símbolo en tu color'
  return logo === null
    ? `${symbol}.`
    : `${symbol}: de un JPEG no se puede dibujar. Con un PNG será el logotipo.`
}

/** The logo: drop or choose a file, replace it, or remove it. A refused file leaves the logo as it is. */
export function LogoField({ value, onChange, name, iconHint, error, ...field }: LogoFieldProps) {
  const { 'data-path': path } = field
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({ mutationFn: uploadLogo })
  const errorId = useId()
  const shown = problem ?? error
  const choose = (file: File) => {
    setProblem(null)
    mutate(file, {
      onSuccess: onChange,
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
                onChange(null)
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
        <p className={classes.hint}>{iconHint}</p>
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
