export function OnboardingPage() {
  return <h1>Bienvenida</h1>
}
