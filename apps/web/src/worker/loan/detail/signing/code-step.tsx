import { Button } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { signingCode } from '@quincena/domain/loans/signing-code'
import { CODE_MINUTES, RESEND_SECONDS } from '@quincena/domain/loans/signing-code-rules'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ActionBar } from '../../../../components/action-bar.tsx'
import { OneTimeCodeInput } from '../../../../components/one-time-code-input.tsx'
import { Notice } from '../../../../components/phone/notice.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { useOnline } from '../../../../lib/online.ts'
import classes from './signing.module.css'
import type { SentCode, SigningCodeState } from './use-signing-code.ts'

interface CodeStepProps {
  loan: LoanDetail
  code: SigningCodeState
  /** Why the last attempt to send the signature failed; null before the first failure. */
  problem: string | null
  onFinish: (signing_code: string) => void
}

/** Seconds until another code is offered; 0 before the first one. */
function useSecondsLeft(sent: SentCode | null): number {
  const ends_at = sent === null ? 0 : sent.at_ms + RESEND_SECONDS * 1000
  const [now, setNow] = useState(Date.now)
  const left = Math.min(RESEND_SECONDS, Math.max(0, Math.ceil((ends_at - now) / 1000)))
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= ends_at) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [ends_at])
  return left
}

function sentText({ sent, isSending }: SigningCodeState): string {
  if (isSending) return 'Enviando el código…'
  if (sent === null) return 'Falta enviarte el código.'
  return `Te enviamos ${sent.count === 1 ? 'un' : 'otro'} código a ${sent.address}.`
}

/** What helps where the code does not come. */
const helpTexts = {
  mail: 'Si no llega en un minuto, busca en tu correo no deseado.',
  message: 'Si no llega en un minuto, revisa la señal de tu teléfono.',
}

/** The field of the code; a refused code gets the focus back and stays as it was typed. */
function CodeField({ code }: { code: SigningCodeState }) {
  const input = useRef<HTMLInputElement>(null)
  const { error } = code
  useEffect(() => {
    if (error !== null) input.current?.focus()
  }, [error])
  return (
    <OneTimeCodeInput
      ref={input}
      size="lg"
      label="Código para firmar"
      description={`Los 6 dígitos que te enviamos. Valen ${CODE_MINUTES} minutos.`}
      autoFocus
      value={code.typed}
      error={error}
      onChange={({ currentTarget }) => code.type(currentTarget.value)}
    />
  )
}

function ResendButton({ code }: { code: SigningCodeState }) {
  const left = useSecondsLeft(code.sent)
  return (
    <Button
      size="lg"
      fullWidth
      variant="subtle"
      color="gray"
      className={classes.quiet ?? ''}
      loading={code.isSending}
      disabled={left > 0}
      onClick={code.request}
    >
      {code.sent === null ? 'Enviar código' : 'Enviar otro código'}
      {left > 0 && ` en ${left} s`}
    </Button>
  )
}

/** Last step where the lender asks for a code: it was sent on opening, and «Terminar» sends the signature with it. */
export function CodeStep({ loan, code, problem, onFinish }: CodeStepProps) {
  const isOnline = useOnline()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = signingCode.safeParse(code.typed)
    if (parsed.success) return onFinish(parsed.data)
    code.setError(parsed.error.issues[0]?.message ?? null)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Confirmar la firma">
      <div className={stack.stack}>
        <p className={stack.lead} role="status">
          {sentText(code)}
        </p>
        {code.problem !== null && <Notice>{code.problem}</Notice>}
        <CodeField code={code} />
        {code.sent !== null && <p className={stack.note}>{helpTexts[code.sent.channel]}</p>}
        {problem !== null && <Notice>{problem}</Notice>}
      </div>
      <ActionBar>
        {!isOnline && (
          <p id="offline-code" className={stack.note} role="status">
            Sin conexión. Cuando vuelva, toca el botón para enviar tu firma.
          </p>
        )}
        <p className={stack.note}>Al tocar Terminar firmas y enviamos {formatMoney(loan.amount)}.</p>
        <Button
          type="submit"
          size="lg"
          fullWidth
          disabled={!isOnline}
          aria-describedby={isOnline ? undefined : 'offline-code'}
        >
          Terminar
        </Button>
        <ResendButton code={code} />
      </ActionBar>
    </form>
  )
}
