/**
 * Words in the names of businesses that are also last names, or describe people: with one of these and no legal form,
 * the name does not show whether it is a person. By language.
 */
export const TRADE_WORDS: Readonly<Record<string, string>> = {
  en: 'school|nursery|kindergarten|academy|college|clinic|hospital|pharmacy|surgery|church|hotel|restaurant|cafe|bar|pub|bank|shop|store|stores|studio|studios|garage|gym|salon|spa|theatre|theater|museum|gallery|library|cinema|farm|farms|consulting|consultants|consultancy|services|solutions|systems|technologies|technology|software|labs|media|digital|design|designs|marketing|advertising|group|holding|holdings|company|enterprises|industries|international|global|partners|associates|capital|ventures|investments|finance|properties|estates|rentals|logistics|transport|freight|shipping|construction|builders|contractors|engineering|electrical|plumbing|cleaning|catering|events|productions|publishing|press|records|trading|supplies|imports|exports|foods|travel|tours|motors|charities|life|committee|office|centre|center',
  de: 'werk|bau|hochbau|tiefbau|gartenbau|elektro|sanitär|heizung|dachdecker|fliesen|schreinerei|tischlerei|zimmerei|kfz|edv|consult|kita|kindergarten|kindertagesstätte|krippe|hort|schule|grundschule|gymnasium|realschule|musikschule|fahrschule|praxis|gemeinschaftspraxis|zahnarztpraxis|apotheke|hotel|gasthof|gasthaus|restaurant|bäckerei|metzgerei|fleischerei|konditorei|friseur|salon|studio|verlag|autohaus|werkstatt|kfz-werkstatt|bank|hausverwaltung|immobilien|architekten|architekturbüro|ingenieurbüro|planungsbüro|rechtsanwälte|anwaltskanzlei|steuerberater|steuerberatung|notariat|transporte|logistik|spedition|reinigung|service|vertrieb|handel|handwerk|theater|museum|bibliothek|caritas|diakonie|rotes kreuz|feuerwehr|pflegeheim|seniorenheim|altenheim|kinderheim|pflegedienst|rathaus|zentrum|firma|betrieb|familie|eigentümergemeinschaft|weg|leben|generali|ergo|gothaer|barmenia|nürnberger|württembergische|mecklenburgische|hannoversche|provinzial|continentale|bayerische',
  fr: 'école|ecole|crèche|creche|garderie|lycée|collège|clinique|cabinet|pharmacie|hôtel|restaurant|boulangerie|boucherie|garage|atelier|studio|éditions|entreprise|société|établissements|ets|groupe|agence|comité|maison|syndic|copropriété|services|conseil|transports|théâtre|musée|banque|famille|église',
  nl: 'school|basisschool|kinderopvang|kinderdagverblijf|crèche|praktijk|huisartsenpraktijk|apotheek|hotel|restaurant|bakkerij|slagerij|garage|winkel|bedrijf|groep|kantoor|advocaten|bouwbedrijf|transport|diensten|kerk|theater|museum',
  it: 'scuola|asilo|liceo|clinica|studio|farmacia|albergo|hotel|ristorante|trattoria|bar|panificio|officina|autofficina|impresa|ditta|azienda|gruppo|condominio|edizioni|servizi|trasporti|consulenza|chiesa|parrocchia|teatro|museo|famiglia|eredi',
  es: 'escuela|colegio|guardería|guarderia|clínica|clinica|consultorio|farmacia|hotel|hostal|restaurante|panadería|taller|talleres|empresa|grupo|comunidad|editorial|servicios|transportes|construcciones|consultores|asesoría|asesoria|gestoría|iglesia|parroquia|teatro|museo|estudio|inmobiliaria|familia|herederos',
  pt: 'escola|colégio|colegio|creche|clínica|clinica|consultório|farmácia|farmacia|hotel|restaurante|padaria|oficina|empresa|grupo|condomínio|condominio|editora|serviços|servicos|transportes|construções|consultoria|igreja|teatro|museu|família',
  sv: 'skola|förskola|klinik|vårdcentral|apotek|hotell|restaurang|bageri|verkstad|företag|byrå|kyrka|bank|bygg|konsult',
  no: 'skole|barnehage|klinikk|apotek|hotell|restaurant|bakeri|verksted|kirke|bank|bygg',
  da: 'skole|børnehave|vuggestue|klinik|apotek|hotel|restaurant|bageri|værksted|kirke|bank|byg',
  fi: 'koulu|päiväkoti|klinikka|apteekki|hotelli|ravintola|leipomo|kirkko|pankki|seurakunta|rakennus',
  pl: 'szkoła|przedszkole|żłobek|klinika|przychodnia|gabinet|apteka|hotel|restauracja|piekarnia|warsztat|firma|przedsiębiorstwo|biuro|sklep|zakład|bank|parafia|kancelaria',
  cs: 'škola|školka|jesle|klinika|ordinace|lékárna|hotel|restaurace|pekárna|autoservis|firma|podnik|kancelář|farnost|nakladatelství',
  sk: 'škola|škôlka|jasle|klinika|ambulancia|lekáreň|hotel|reštaurácia|pekáreň|autoservis|firma|podnik|kancelária|farnosť|vydavateľstvo',
  hu: 'iskola|óvoda|bölcsőde|klinika|rendelő|gyógyszertár|patika|szálloda|étterem|pékség|műhely|cég|iroda|bank|plébánia',
  ro: 'școala|scoala|grădinița|creșa|clinica|cabinet|farmacia|hotel|restaurant|firma|birou|biserica|parohia',
  tr: 'okulu|okul|anaokulu|kreş|klinik|eczane|eczanesi|otel|oteli|restoran|lokantası|fırını|şirketi|ticaret|sanayi|grup|camii',
};

/** Ends of compounds: "Kindertagesstätte", "Malerbetrieb", "Landesbank". */
export const TRADE_ENDS =
  /\p{L}{3}(?:stätte|schule|praxis|apotheke|bäckerei|werkstatt|betrieb|verlag|handlung|handel|gesellschaft|technik|service|services|zentrum|büro|dienst|dienste|dienstleistungen|systeme|werke|bank|verleih|vermietung|beratung|versand|logistik|skolan|skola|skole|koulu|pankki|bedrijf|winkel|praktijk)$/u;
