import { IconChevronRight, IconHelp, IconMail, IconPhone, IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../../components/phone/loaded.tsx'
import stack from '../../components/phone/stack.module.css'
import { ScreenHeader } from '../../components/screen-header.tsx'
import { CardsSkeleton } from '../../components/skeletons.tsx'
import { assistancesQuery } from '../assistance/api.ts'
import { FeedbackForm } from './feedback-form.tsx'
import classes from './help-support-page.module.css'

function Contact({ phone, email }: { phone: string; email: string }) {
  return (
    <nav className={classes.ways} aria-label="Cómo encontrarnos">
      <a className={classes.way} href={`tel:${phone.replace(/[^+0-9]/g, '')}`}>
        <IconPhone size={22} stroke={1.75} aria-hidden />
        <span className={classes.words}>
          Llámanos
          <span className={classes.detail}>{phone}</span>
        </span>
      </a>
      {email !== '' && (
        <a className={classes.way} href={`mailto:${email}`}>
          <IconMail size={22} stroke={1.75} aria-hidden />
          <span className={classes.words}>
            Escríbenos
            <span className={classes.detail}>{email}</span>
          </span>
        </a>
      )}
      <Link className={classes.way} to="/app/faq">
        <IconHelp size={22} stroke={1.75} aria-hidden />
        <span className={classes.words}>Preguntas frecuentes</span>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </Link>
      <Link className={classes.way} to="/app/privacy">
        <IconShieldLock size={22} stroke={1.75} aria-hidden />
        <span className={classes.words}>Aviso de privacidad</span>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </Link>
    </nav>
  )
}

/** Contact options of the lender, and the feedback form. */
export function HelpSupportPage() {
  const query = useQuery(assistancesQuery)
  return (
    <>
      <ScreenHeader title="Ayuda y soporte" backTo="/app/profile" />
      <div className={stack.stack}>
        <Loaded
          query={query}
          skeleton={<CardsSkeleton cards={1} height={224} />}
          errorTitle="Error al obtener los datos."
        >
          {({ support_phone, support_email }) => <Contact phone={support_phone} email={support_email} />}
        </Loaded>
        <FeedbackForm />
      </div>
    </>
  )
}
