// Replaces the component of the verification service: buttons that send its events, and its attributes.
(() => {
  const PREFIX = 'onboarding-frame';
  const EVENTS = {
    started: (session) => ({ verification_session_id: session }),
    successful: (session) => ({ verification_session_id: session }),
    continue: () => null,
    error: () => ({ error_code: 'template_not_found' }),
  };

  class OnboardingFrame extends HTMLElement {
    connectedCallback() {
      if (this.shadowRoot) return;
      const root = this.attachShadow({ mode: 'open' });
      const session = this.getAttribute('session-id') ?? `VS-${crypto.randomUUID()}`;
      const heading = document.createElement('h2');
      heading.textContent = 'Stand-in of the sandbox';
      const given = document.createElement('pre');
      given.textContent = this.getAttributeNames()
        .map((name) => `${name}: ${this.getAttribute(name)}`)
        .join('\n');
      given.style.whiteSpace = 'pre-wrap';
      given.style.overflowWrap = 'anywhere';
      root.append(heading, given);
      for (const [name, detail] of Object.entries(EVENTS)) {
        const button = document.createElement('button');
        button.textContent = name;
        button.style.font = 'inherit';
        button.style.margin = '0 8px 8px 0';
        button.style.padding = '8px 16px';
        button.onclick = () =>
          this.dispatchEvent(
            new CustomEvent(`${PREFIX}:${name}`, { detail: detail(session), bubbles: true, composed: true }),
          );
        root.append(button);
      }
      this.style.padding = '16px';
    }
  }
  customElements.define('onboarding-frame', OnboardingFrame);
})();
