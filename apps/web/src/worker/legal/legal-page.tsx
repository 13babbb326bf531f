export function TermsPage() {
  return <h1>Términos y condiciones</h1>
}

export function PrivacyPage() {
  return <h1>Aviso de privacidad</h1>
}
