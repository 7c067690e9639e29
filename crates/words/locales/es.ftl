# Ludoteca en español. Un archivo por idioma: cópialo, tradúcelo y el programa lo habla.

language-name = Español
verbatim = { $words }

## Reglas y notación

column-full = La columna { $column } está llena.
game-over = La partida ha terminado.
not-a-column = Una jugada es el número de una columna, del 1 al { $columns }.
no-such-column = No hay columna { $column }; van de la 1 a la { $columns }.
rows-count = Un tablero tiene { $rows } filas separadas por «/», y aquí hay { $found }.
row-width = Una fila tiene { $cells } casillas, y esta tiene { $found }.
cell-letter = Una casilla es X, O, o un punto si está vacía.
stones-overlap = Dos fichas comparten casilla, o alguna está fuera del tablero.
stone-floats = En la columna { $column } hay una ficha en el aire, sobre una casilla vacía.
stones-unbalanced = Amarillo (X) empieza y los bandos se turnan, así que tiene tantas fichas como Rojo (O) o una más. Aquí Amarillo tiene { $first } y Rojo tiene { $second }.
two-winners = Los dos bandos tienen cuatro en línea; la partida habría terminado con el primero.
moved-after-win = Un bando tiene cuatro en línea, y el otro jugó después.
no-legal-order = Ningún orden de jugadas lleva a este tablero.
line-not-on-size = En un tablero de tamaño { $size } la línea puede ser de { $allowed }, no de { $line }.
not-a-cell = Una jugada es una casilla, de { $first } a { $last }.
cell-taken = { $cell } está ocupada.
hex-not-a-move = Una jugada es una casilla, de { $first } a { $last }, o { $swap }.
hex-no-swap = Esta partida se juega sin intercambio.
hex-other-swap = En esta partida el intercambio es de la otra clase, { $swap }.
hex-swap-second = El intercambio es la segunda jugada de la partida, o no se hace.
hex-cell-letter = Una casilla es R, B, o un punto si está vacía.
hex-after-board = Detrás de un tablero no va nada más, o el intercambio que se hizo (swap-pieces o swap-sides) y el color al que le toca si las fichas no lo dicen (red o blue).
hex-nothing-swapped = No hay ninguna ficha en el tablero, así que no se ha intercambiado nada.
hex-unbalanced = Rojo (R) empieza y los colores se turnan, así que Rojo tiene tantas fichas como Azul (B) o una más. Aquí Rojo tiene { $red } y Azul tiene { $blue }.
hex-unbalanced-swapped = Tras el intercambio la primera ficha es azul (B) y le toca a Rojo (R), así que Azul tiene tantas fichas como Rojo o una más. Aquí Rojo tiene { $red } y Azul tiene { $blue }.
hex-moved-after-win = { $colour } ha unido sus orillas, y el otro color jugó después.
hex-note-unreachable = Ninguna partida lleva a esta posición: se ha puesto a mano.
hex-no-last-stone = { $colour } ha unido sus orillas más de una vez: fuera cual fuera la última ficha, la partida había terminado antes.
turn-too-long = Eso es más de un turno.
turn-too-short = El turno sigue después de eso.
notation-error = «{ $token }», en el carácter { $at }: { $why }

## Opciones y claves

value-refused = «{ $value }» no vale para «{ $key }», que admite { $allowed }.
allowed-range = un número de { $low } a { $high }
allowed-from = un número entero desde { $low }
allowed-list = uno de estos valores: { $list }
allowed-words = cualquier texto
key-unknown = { $whose } no tiene «{ $key }». Tiene { $list }.
key-unknown-none = { $whose } no tiene «{ $key }»: no hay nada que elegir.
key-twice = «{ $key }» aparece dos veces en { $whose }; basta con una.
game-unknown = No hay ningún juego llamado «{ $name }». Hay { $list }.
option-size = Casillas en cada borde del tablero
option-size-short = { $value } × { $value }
option-line = Cuántas en línea ganan
option-line-short = { $value } en línea
option-swap = Intercambio en la segunda jugada
value-none = ninguno
value-pieces = de ficha
value-sides = de color

## Juegos

game-hex = Hex
game-hex-about = Une tus dos orillas con una cadena de fichas. Nunca hay empate.
goal-hex-red = Une las dos orillas rojas, la fila 1 con la { $last }.
goal-hex-blue = Une las dos orillas azules, la columna a con la { $last }.
reason-hex-red = Las dos orillas rojas están unidas.
reason-hex-blue = Las dos orillas azules están unidas.
blue = Azul
red-stone = ficha roja
blue-stone = ficha azul
mark-hex-red = filas 1 y { $last }
mark-hex-blue = columnas a y { $last }
edge-row = orilla de la fila { $row }
edge-column = orilla de la columna { $column }
turn-flat = Tumbado
turn-diamond = Rombo
turn-seat = { $side } abajo
turn-upright = De pie
hex-take-stone = Quedarme con su ficha
hex-take-colour = Quedarme con su color
hex-offer-pieces = Puedes quedarte con la primera ficha en vez de poner una. Ahora es roja en { $from }; será tuya, azul, en { $to }, al otro lado de la diagonal larga, y le tocará a Rojo.
hex-offer-sides = Puedes quedarte con Rojo y con su ficha de { $cell }. Desde entonces unes las orillas rojas; tu rival juega con Azul y le toca.
hex-note-pieces = { $who ->
    [you] Te has quedado con la primera ficha: era roja en { $from } y ahora es tuya, azul, en { $to }.
    [opponent] Tu rival se ha quedado con tu ficha: era roja en { $from } y ahora es azul en { $to }. Sigues con Rojo, y te toca.
   *[other] La primera ficha ha cambiado de manos: era roja en { $from } y ahora es azul en { $to }.
}
hex-note-sides = { $who ->
    [you] Te has quedado con Rojo y con su ficha de { $cell }. Tu rival juega ahora con Azul, y le toca.
    [opponent] Tu rival se ha quedado con Rojo y con tu ficha de { $cell }. Ahora juegas con Azul, y te toca.
   *[other] Los jugadores han cambiado de color. Quien empezó juega ahora con Azul, y le toca.
}
game-arimaa = Arimaa
game-arimaa-about = Empuja, tira y congela; lleva un conejo al otro extremo del tablero.
goal-arimaa = Lleva uno de tus conejos a la fila { $rank }.
reason-goal = Un conejo ha llegado a su meta.
reason-no-rabbits = No quedan conejos.
reason-no-turn = No queda ningún turno legal.
gold = Oro
silver = Plata
mark-coin = moneda
mark-tile = ficha cuadrada
rabbit = conejo
cat = gato
dog = perro
horse = caballo
camel = camello
elephant = elefante
gold-rabbit = conejo de oro
gold-cat = gato de oro
gold-dog = perro de oro
gold-horse = caballo de oro
gold-camel = camello de oro
gold-elephant = elefante de oro
silver-rabbit = conejo de plata
silver-cat = gato de plata
silver-dog = perro de plata
silver-horse = caballo de plata
silver-camel = camello de plata
silver-elephant = elefante de plata
arimaa-end-turn = Terminar turno
arimaa-one-guard = { $owner ->
    [you] Tu { $kind } de { $square } tiene un solo guardián, el { $guard } de { $from }. Si se va, la trampa se lleva tu { $kind }.
   *[other] El { $piece } de { $square } tiene un solo guardián, el { $guard } de { $from }. Si se va, la trampa se lleva la pieza.
}
arimaa-news-push = { $owner ->
    [you] Tu { $kind } empuja al { $other } de { $from } a { $to }.
    [opponent] El { $piece } empuja a tu { $moved } de { $from } a { $to }.
   *[other] El { $piece } empuja al { $other } de { $from } a { $to }.
}
arimaa-news-pull = { $owner ->
    [you] Tu { $kind } tira del { $other } de { $from } a { $to }.
    [opponent] El { $piece } tira de tu { $moved } de { $from } a { $to }.
   *[other] El { $piece } tira del { $other } de { $from } a { $to }.
}
arimaa-news-lost = { $owner ->
    [you] La trampa de { $trap } se lleva tu { $kind }.
   *[other] La trampa de { $trap } se lleva el { $piece }.
}
arimaa-news-then = { $first } { $then }
arimaa-can-pull = Puedes tirar del { $kind } de { $from } a { $to } con el siguiente paso.
arimaa-is-frozen = { $owner ->
    [you] Tu { $kind } de { $square } está congelado: el { $by } de { $from } es más fuerte y no tiene ningún amigo al lado.
    [opponent] El { $piece } de { $square } está congelado: tu { $by } de { $from } es más fuerte y no tiene ningún amigo al lado.
   *[other] El { $piece } de { $square } está congelado: el { $by } de { $from } es más fuerte y no tiene ningún amigo al lado.
}
arimaa-are-frozen = { $owner ->
    [you] Tu { $kind } de { $square } está congelado: el { $by } de { $from } es más fuerte y no tiene ningún amigo al lado.
    [opponent] El { $piece } de { $square } está congelado: tu { $by } de { $from } es más fuerte y no tiene ningún amigo al lado.
   *[other] El { $piece } de { $square } está congelado: el { $by } de { $from } es más fuerte y no tiene ningún amigo al lado.
} { $more ->
    [one] Otra pieza está congelada también.
   *[other] Otras { $more } están congeladas también.
}
arimaa-way-step = paso
arimaa-way-step-pull = paso, o tirar además del { $kind } (2 pasos)
arimaa-way-step-loses = paso, pero la trampa se lleva tu { $kind }
arimaa-way-push = empujar al { $kind } (2 pasos)
arimaa-way-push-takes = empujar al { $kind }, y la trampa se lo lleva (2 pasos)
arimaa-way-pull = tirar del { $kind }
arimaa-way-pull-takes = tirar del { $kind }, y la trampa se lo lleva
arimaa-way-follow = completar el empujón
arimaa-pull-button = Tirar del { $kind } de { $from } a { $to }
arimaa-follow-button = Seguir con el { $kind } de { $from }
arimaa-preset-usual = Colocación habitual
arimaa-preset-usual-mirrored = Habitual, en espejo
arimaa-preset-behind = Conejos detrás
arimaa-preset-behind-mirrored = Conejos detrás, en espejo
arimaa-preset-rest = Colocar el resto
arimaa-take-a-piece = Toma primero una de las piezas de debajo del tablero y pulsa después su casilla.
arimaa-set-up = Coloca tus dieciséis piezas en las filas { $rows }: una colocación entera de las de debajo, o una a una. Las ya puestas se pueden mover.
arimaa-no-room = Ninguna casilla junto al { $kind } de { $square } está libre para él.
arimaa-nothing-moved = Aún no se ha movido nada: un turno tiene al menos un paso.
arimaa-nothing-changed = El tablero quedaría como al empezar el turno: un turno tiene que cambiar algo.
arimaa-push-unfinished = El empujón está a medias: antes, una pieza tuya más fuerte tiene que ocupar el lugar de la empujada.
arimaa-repetition = Esta posición ya ha estado dos veces en el tablero con el mismo bando por mover; una tercera no está permitida.
arimaa-not-beside = Un paso va a una casilla contigua: arriba, abajo, a la izquierda o a la derecha.
arimaa-nobody-there = No hay ninguna pieza en { $square }.
arimaa-taken = Hay un { $piece } en { $square }.
arimaa-complete-push = Primero completa el empujón: una pieza tuya más fuerte junto a { $square } pasa allí.
arimaa-too-weak-to-follow = Tu { $kind } no puede empujar al { $pushed }: solo puede una pieza más fuerte.
arimaa-frozen = Tu { $kind } de { $square } está congelado: tiene al lado un enemigo más fuerte y ningún amigo.
arimaa-backwards = Ese conejo no puede volver atrás.
arimaa-nobody-to-push = Ninguna pieza tuya está a su lado para empujarla o tirar de ella.
arimaa-too-strong = A un { $kind } solo lo empuja o arrastra algo más fuerte, y nada tuyo a su lado lo es.
arimaa-pusher-frozen = Tu pieza más fuerte a su lado está congelada y no puede empujar.
arimaa-pusher-cannot-pull = Una pieza que completa un empujón no puede también tirar con ese mismo paso.
arimaa-no-step-to-follow = Un empujón lleva dos pasos, y en este turno solo queda uno.
arimaa-leads-nowhere = Después de este paso el turno no podría acabar legalmente.
arimaa-setup-over = Las piezas ya están colocadas; ahora dan pasos.
arimaa-setup-first = Se están colocando las piezas: pon una en tus dos filas de salida.
arimaa-not-home = { $square } no está en tus dos filas de salida, { $rows }.
arimaa-all-placed = Ya está colocado cada { $kind }.
arimaa-not-a-ply = Una jugada es una pieza, su casilla y una dirección (Ee2n), una colocación (Ra1), o end.
arimaa-other-sets-up = Está colocando el otro bando: sus piezas se escriben como { $piece }.
arimaa-off-the-board = Ese paso se sale del tablero desde { $square }.
arimaa-another-stands-there = En { $square } hay un { $piece }, no un { $meant }.
arimaa-board-shape = Un tablero es g o s, y después 64 casillas de a8 a h1 entre corchetes.
arimaa-squares-count = Un tablero tiene 64 casillas; hay { $found }.
arimaa-board-letter = Una casilla es E M H D C R para Oro, e m h d c r para Plata, o un espacio.
arimaa-after-board = Aquí no va nada después del tablero.
arimaa-alone-in-trap = El { $piece } de { $square } está en una trampa sin ningún amigo al lado: no estaría ahí.
arimaa-rank = Una fila empieza con su número, de 1 a 8.
arimaa-rank-twice = La fila { $rank } está dos veces.
arimaa-rank-width = La fila { $rank } tiene más de ocho casillas.
arimaa-ranks-missing = El tablero tiene ocho filas, de la 8 a la 1; faltan algunas.
arimaa-board-label = Encima del tablero va el turno, como 3g o 12s.
arimaa-wrong-side = Es el turno del otro bando.
arimaa-nothing-to-take-back = No hay ningún turno que retirar.
arimaa-after-resigning = Después de rendirse no se juega nada.
arimaa-after-unfinished = Tras los «...» de un turno sin terminar no se juega nada más.
arimaa-other-capture = El paso anterior capturó { $capture }.
arimaa-no-capture = El paso anterior no capturó ninguna pieza.
game-connect4 = Conecta Cuatro
game-connect4-about = Deja caer fichas en siete columnas. Cuatro tuyas en línea ganan.
game-checkers = Damas inglesas
game-checkers-about = Salta sobre las piezas del otro bando, pues comer es obligatorio, y déjalo sin jugada.
goal-checkers = Come todas las piezas del otro bando o déjalo sin jugada.
reason-no-move = No queda ninguna jugada legal.
reason-repetition = La misma posición ha estado tres veces en el tablero.
reason-quiet = Cuarenta jugadas de cada bando sin comer ni avanzar un peón.
black = Negras
white = Blancas
black-man = peón negro
black-king = dama negra
white-man = peón blanco
white-king = dama blanca
mark-rings = dos anillos
mark-one-ring = un anillo
checkers-not-a-move = Una jugada son dos casillas del 1 al 32: 11-15 para un paso, 15x22 para comer, y todas las casillas si se come varias veces, 15x22x31.
checkers-nobody-there = No hay ninguna pieza en la { $square }.
checkers-not-yours = La pieza de la { $square } es del otro bando.
checkers-must-take = Hay que comer: { $moves }.
checkers-man-back = Los peones solo van hacia delante; las damas, en los dos sentidos.
checkers-man-jumps-back = Los peones solo comen hacia delante; las damas, en los dos sentidos.
checkers-square-taken = La casilla { $square } no está libre.
checkers-own-jumped = En la { $square } hay una pieza propia, y sobre esas no se salta.
checkers-nothing-to-take = En la { $square } no hay nada que comer.
checkers-crowned-stops = El peón se corona en la { $square }, y la jugada que corona acaba ahí.
checkers-goes-on = Desde ahí se sigue comiendo, y hay que llegar hasta el final: { $moves }.
checkers-no-jump = La { $to } está junto a la { $from }, así que en medio no se come nada. Un paso se escribe { $from }-{ $to }.
checkers-too-far = Nada va de la { $from } a la { $to }: un paso lleva a la casilla siguiente de una diagonal, y un salto, a la de detrás de una pieza del otro bando.
checkers-ambiguous = Hay varias maneras de comer hasta ahí: { $moves }. Nombra todas las casillas, una tras otra.
checkers-blocked = La pieza de la { $square } no tiene adónde ir.
checkers-seen-twice = Esta posición ha estado dos veces en el tablero. A la tercera son tablas.
checkers-quiet-long = { $left ->
    [one] Una jugada más sin comer ni avanzar un peón, y son tablas.
   *[other] Tras { $left } jugadas más sin comer ni avanzar un peón, contando las de los dos bandos, son tablas.
}
checkers-news-crowned = Un peón se ha coronado en la { $square }.
checkers-news-took = { $n ->
    [one] { $ply } ha comido una pieza.
   *[other] { $ply } ha comido { $n } piezas.
}
checkers-news-took-crowned = { $n ->
    [one] { $ply } ha comido una pieza, y el peón se ha coronado en la { $square }.
   *[other] { $ply } ha comido { $n } piezas, y el peón se ha coronado en la { $square }.
}
checkers-way-crowned = el peón se corona
checkers-way-takes = { $n ->
    [one] come una pieza
   *[other] come { $n } piezas
}
checkers-way-takes-crowned = { $n ->
    [one] come una pieza y se corona
   *[other] come { $n } piezas y se corona
}
checkers-board-shape = Un tablero es el bando al que le toca y las casillas de los dos, como B:W21,22,K9:B1,2,K30; B son las negras, W las blancas, K una dama.
checkers-board-square = Una casilla es un número del 1 al 32, con K delante si es una dama; dos con un guion son toda una serie, 1-12.
checkers-square-twice = La casilla { $square } aparece dos veces.
checkers-uncrowned = Un peón en la { $square } se habría coronado.
checkers-too-many = Un bando tiene como mucho { $most } piezas.
checkers-empty = No hay ninguna pieza en el tablero.
game-breakthrough = Breakthrough
game-breakthrough-about = Las piezas solo van hacia delante. Lleva una a la última fila.
goal-breakthrough = Lleva una de tus piezas a la fila { $rank }, o come todas las del otro bando.
reason-breakthrough = Una pieza se ha abierto paso hasta la última fila.
reason-no-pieces = A un bando no le quedan piezas.
white-piece = pieza blanca
black-piece = pieza negra
mark-chevron = un galón
mark-chevrons = dos galones
breakthrough-not-a-move = Una jugada son dos casillas, de { $first } a { $last }: a2a3.
breakthrough-nobody-there = No hay ninguna pieza en { $cell }.
breakthrough-not-yours = La pieza de { $cell } es del otro bando.
breakthrough-not-ahead = Una pieza va a una casilla de delante, en recto o en diagonal, y nunca atrás.
breakthrough-own-there = En { $cell } hay otra pieza tuya.
breakthrough-straight = En recto nunca se come, y { $cell } no está libre. Las piezas comen en diagonal.
breakthrough-blocked = La pieza de { $cell } no tiene adónde ir.
breakthrough-takes = come la pieza
breakthrough-can-arrive = Tu pieza de { $cell } está a una jugada de la última fila.
breakthrough-will-arrive = La pieza de { $cell } está a una jugada de la última fila. Cómela ahora, o gana.
breakthrough-cell-letter = Una casilla es W, B, o un punto si está vacía.
breakthrough-no-side = Tras las filas se dice a quién le toca: w a las blancas, b a las negras.
breakthrough-too-many = En este tablero un bando tiene como mucho { $most } piezas.
breakthrough-empty = No hay ninguna pieza en el tablero.
breakthrough-two-winners = Hay más de una pieza en una última fila; la partida habría terminado con la primera.
breakthrough-moved-after-win = Un bando ya ha ganado, y el otro jugó después.
game-tictactoe = Tres en raya
game-tictactoe-about = Tres en línea en un tablero pequeño, o cuatro o cinco en uno mayor.
goal-line = Pon { $line } tuyas en línea.
reason-four = Cuatro en línea.
reason-line = Una línea completa.
reason-full = El tablero está lleno.
yellow = Amarillo
red = Rojo
yellow-disc = ficha amarilla
red-disc = ficha roja
mark-ring = anillo
mark-diamond = rombo
crosses = Cruces
noughts = Círculos
cross = cruz
nought = círculo
mark-cross = cruz
mark-circle = círculo

## Juegos inventados para las pruebas

no-such-branch = Este nodo tiene { $branches } ramas, contadas desde el 1.
option-tree-seed = La semilla de la que crece el árbol
option-tree-together = Si varios caminos pueden llevar a un mismo nodo
goal-tree = Llega a una hoja que sea tuya.
reason-leaf = El árbol termina aquí.
tree-first = Primero
tree-second = Segundo
tree-mark-first = rojo
tree-mark-second = azul
sampler-red = Rojo
sampler-blue = Azul
mark-upright = barra vertical
mark-level = barra horizontal
red-runner = corredor rojo
red-tower = torre roja
blue-runner = corredor azul
blue-tower = torre azul
goal-corner = Llega a la otra esquina o captura todas las piezas.
reason-arrived = Se ha alcanzado la otra esquina.
reason-all-taken = Todas las piezas están capturadas.
reason-forty = Cuarenta jugadas sin decisión.
sampler-end = Terminar turno
sampler-end-early = Un turno tiene al menos un paso.
sampler-not-a-move = Una jugada es una pieza y una casilla (Rb1), dos casillas (b1c1) o end.
sampler-all-placed = Todas las piezas están ya en el tablero.
sampler-placed-already = Esa pieza ya está en el tablero.
sampler-not-home = { $cell } no está en tu esquina.
sampler-not-yours = En { $cell } no hay ninguna pieza tuya.
sampler-place-first = Pon primero tus piezas en el tablero.
sampler-too-far = { $cell } queda demasiado lejos: un paso va a una casilla vecina.
sampler-tower-safe = Un corredor no puede capturar la torre de { $cell }.
sampler-frozen = Una torre tiene inmóvil al corredor de { $cell }.
sampler-note-frozen = Tu { $piece } de { $cell } no puede moverse. Acércale tu torre.
sampler-note-danger = Pueden capturar tu { $piece } de { $cell }.
sampler-note-goal = Tu { $piece } de { $cell } está a un paso de la esquina.

## Jugadores

other-game = Este jugador juega a { $player }, y la posición es de { $position }.
player-too-long = El texto del jugador tiene { $bytes } bytes; se leen { $most } como máximo.
player-nameless = Un jugador tiene nombre: nombre, o nombre:clave=valor,clave=valor.
player-syntax = No entiendo «{ $rest }». Un jugador se escribe nombre:clave=valor,clave=valor; un valor con coma o espacio va entre comillas.
player-unknown = { $game } no tiene ningún jugador llamado «{ $name }». Tiene { $list }.
human-not-here = Aquí no puede jugar una persona. Elige uno de los jugadores de la máquina.
player-human = Una persona: tú, o alguien a tu lado.
player-random = Juega cualquier jugada legal, todas igual de probables. Ideal para ganar por primera vez.
player-minimax = Mira todas las continuaciones hasta unas pocas jugadas y elige la mejor contra las mejores respuestas.
player-alphabeta = Mira cada vez más lejos y deja de lado lo que no puede cambiar su elección.
player-mcts = Juega miles de partidas al azar en su cabeza y se queda con lo que funciona.
player-rules = Juzga cada columna con reglas que cualquiera puede leer y cambiar, y juega la mejor. No mira por delante.
player-perfect = Conoce el resultado exacto de cada jugada y hace la mejor: la victoria más cercana o la derrota más lejana. En los niveles más flojos se equivoca de vez en cuando.
player-distance = Une sus orillas por el camino más corto: cuenta las fichas que le faltan a él, unas jugadas por delante.
player-dijkstra = Cuenta las fichas que le faltan como mínimo a cada uno y busca, unas jugadas por delante, la mayor ventaja.
level-beginner = Principiante
level-casual = Aficionado
level-club = De club
level-expert = Experto
level-master = Maestro
level-ants-thesis = Como en la tesis
level-wide-steps = Intervalos grandes
level-narrow-steps = Intervalos pequeños
level-no-steps = Sin intervalos
level-turns-1 = Un turno
level-turns-2 = Dos turnos
level-turns-3 = Tres turnos
key-seed = El número del que sale su azar; con el mismo número, las mismas elecciones
key-depth = Cuántas jugadas mira por delante, contando las de los dos
key-depth-limit = Cuántas jugadas mira por delante como mucho, contando las de los dos; si nadie lo dice, hasta donde le llegue el tiempo
key-eval = Cómo juzga una posición donde deja de mirar
key-table = Memoria para las posiciones que ya ha visto, en megabytes
key-eval-mcts = Qué hace en vez de seguir jugando al azar donde acaba su árbol
key-playouts = Partidas que juega en su cabeza por jugada; si nadie lo dice, las que le dé tiempo
key-explore = Cuánta curiosidad tiene: con más, prueba más lo que conoce poco
key-threads = Cuántos procesadores puede usar a la vez
key-turns = Cuántos turnos de los dos mira por delante, juzgando con reglas; en lugar de depth y eval
key-heuristic-file = El archivo de reglas con el que juzga; nombrar uno significa eval=rules. @rules y @heuristic están siempre
key-prune = Si deja de lado lo que no puede cambiar su elección; juega igual de las dos maneras
key-plain = alfa-beta como en los libros: sin tabla, sin ordenar las jugadas y a una sola profundidad. Más lento, pero fácil de seguir
level-and-depth = level y depth dicen los dos hasta dónde mirar; da solo uno.
level-other-eval = Un nivel juzga con reglas, y eval={ $eval } no. Da depth en lugar de level, o quita eval.
file-other-eval = Un archivo de reglas es para eval=rules; con eval={ $eval } nadie lo leería.
table-with-rules = Con reglas alphabeta no guarda tabla; quita table.
seed-without-rules = Sin reglas alphabeta no deja nada al azar; quita seed, o añade eval=rules.
key-rules-level = Con qué nitidez ve sus puntos: 1 muy borrosos, 2 un poco, 3 exactos
key-slip = Con qué frecuencia se equivoca, en tanto por ciento de sus jugadas
key-points = Cuántos puntos peor que la mejor puede ser su jugada cuando se equivoca
key-book = Si usa el libro de aperturas o solo busca
book-broken = Esto no es un libro de aperturas entero: vuelve a hacerlo con ludoteca book make.
book-missing = Faltan { $missing } de { $all } puntuaciones, así que el libro aún no se puede hacer.
solve-over = En esta posición la partida ha terminado; no hay nada que resolver. { $reason }
solve-unguided = Solo en Hex puede alguien decir dónde mirar primero; con { $game }, quita --guide.
key-rules-file = El archivo de reglas que sigue; @rules y @heuristic están siempre

## Otros programas como jugadores

player-engine = Otro programa de tu máquina que habla el protocolo del juego: HTP para Hex, AEI para Arimaa.
key-cmd = La orden que lo arranca, como en una terminal: mohex --quiet
key-wait = Cuántos segundos puede tardar una respuesta, además del tiempo de la jugada
key-send = Órdenes que se le mandan antes de la primera partida, separadas por punto y coma: param_mohex max_time 1
key-option = Opciones que se le dan antes de la primera partida, cada una por su nombre, como en option.hash=200, o todas a la vez, separadas por punto y coma: hash=200; threads=2
no-engines-here = Aquí no se pueden arrancar otros programas.
engine-no-command = A un motor le hace falta la orden que lo arranca: engine:cmd="mohex --quiet".
engine-no-protocol = Todavía no se puede hablar con programas que juegan a { $game }; sí con los que juegan a { $list }.
engine-bad-command = «{ $command }» no es una orden: tiene unas comillas sin cerrar.
engine-not-found = No hay ningún programa «{ $program }». Da su ruta entera, o el nombre de uno que tu sistema encuentre.
engine-not-started = No se ha podido arrancar { $command }: { $why }
engine-ended = { $command } terminó cuando se le pidió «{ $asked }» ({ $status }).
engine-ended-saying = { $command } terminó cuando se le pidió «{ $asked }» ({ $status }). Sus últimas palabras: { $words }
engine-stalled = { $command } no respondió a «{ $asked }» en { $seconds } s y se le puso fin. engine:cmd=…,wait=SEGUNDOS le da más tiempo.
engine-garbage = { $command } respondió a «{ $asked }» con «{ $words }», que no es una respuesta de su protocolo.
engine-babbles = { $command } respondió a «{ $asked }» sin acabar nunca y se le puso fin.
engine-refused = { $command } rechazó «{ $asked }»: { $why }
engine-illegal = { $command } quería jugar «{ $ply }». { $why }
engine-stopped = Se detuvo a { $command } antes de que tuviera una jugada.
engine-status-code = estado { $code }
engine-status-signal = por una señal
engine-status-killed = lo mataron, quizá por falta de memoria
engine-status-unknown = no se sabe cómo
aei-unknown = AEI no tiene ningún mensaje «{ $line }», así que esto es el final.
aei-too-long = Ningún mensaje de AEI es tan largo, así que esto es el final.
aei-form = El mensaje es: { $form }
aei-unknown-option = Aquí no hay ninguna opción «{ $name }».
aei-not-a-number = «{ $value }» no es un número que pueda ser { $name }.
aei-illegal = «{ $turn }» no es un turno permitido, y la posición queda como estaba: { $why }
aei-turn-over = El turno termina antes de esto.
aei-setup-unfinished = Una colocación tiene las dieciséis piezas.
aei-searching = Ya hay una búsqueda en marcha.
aei-no-search = No hay ninguna búsqueda que detener.
htp-not-a-command = Esto no es una orden. Una orden es una línea de palabras, de no más de { $most } letras.
htp-unequal = Aquí un tablero tiene tantas columnas como filas.
htp-no-limit = sin límite
htp-no-layer = Aquí no hay ninguna capa «{ $name }». Hay: { $list }
htp-think = { $ply }: { $value }. { $nodes } posiciones en { $seconds } s.
htp-solved = { $colour } gana: { $moves }
htp-lost = { $colour } gana, se juegue lo que se juegue.
htp-unsolved = No se ha resuelto en { $seconds } s.
htp-menu-think = Lo que piensa
htp-menu-line = La línea que espera
htp-menu-values = Lo que vale cada jugada
htp-menu-layer = Capa: { $title }
htp-menu-layers = Qué capas hay
htp-menu-solve = Resolver
htp-menu-winning = Jugadas ganadoras
htp-menu-inferior = Casillas que se pueden dejar
htp-menu-legal = Jugadas legales
htp-menu-game = La partida
htp-menu-settings = Ajustes

## Lo que piensan los jugadores

label-win = gana
label-draw = tablas
label-loss = pierde
label-guess = ≈ { $percent } %
label-at-most = ≤ { $percent } %
label-at-most-score = ≤ { $score }
label-few = { $won }/{ $games }
label-seems-win = parece ganar
label-seems-loss = parece perder
label-unknown = ?
unit-unknown = aún sin valorar
signed = { $sign }{ $number }
unit-told = { $unit ->
    [playouts] gana el { $figure } de las partidas con las que lo ha probado
    [fitted] { $figure } de probabilidad de ganar, según partidas ya jugadas
    [leaning] { $figure } en su escala, de −1 a +1
    [stones] { $figure } en fichas de ventaja
    [needed] le faltan { $figure } fichas
    [points] { $figure } puntos
   *[rabbits] { $figure } conejos de ventaja
}
unit-told-few = ha ganado { $won } de { $games } partidas de prueba
unit-short = { $unit ->
    [playouts] de partidas de prueba
    [fitted] de probabilidad
    [leaning] de −1 a +1
    [stones] fichas de ventaja
    [needed] fichas por poner
    [points] puntos
   *[rabbits] conejos de ventaja
}
percent = { $percent } %
values-win-in = { $plies ->
    [one] { $ply } gana ya.
   *[other] { $ply } gana; el final está a { $plies } jugadas, contando las de los dos.
}
values-win = { $ply } gana, pase lo que pase.
values-draw = { $ply } hace tablas, y no hay nada mejor.
values-loss-in = { $plies ->
    [one] Cualquier jugada pierde ya.
   *[other] Cualquier jugada pierde. { $ply } es la que más aguanta: { $plies } jugadas, contando las de los dos.
}
values-loss = Cualquier jugada pierde, también { $ply }.
values-guess = { $ply } parece la mejor: { $worth }. Es una intuición, no una prueba.
layer-values = Valor de cada jugada
layer-visits = Dónde ha mirado
layer-tree = Árbol de búsqueda
lookahead-best = { $ply } es la que más vale, según las reglas y contra las mejores respuestas: { $score }. Una opinión, no una prueba.
visits-now = ahora
visits-most = { $ply } es la que más ha mirado: el { $percent } % de { $total ->
    [one] un intento
   *[other] { $total } intentos
}.
tree-random = { $plies ->
    [one] Solo hay una jugada.
   *[other] El azar decide entre { $plies } jugadas, todas igual de probables.
}
tree-minimax = { $depth ->
    [one] { $ply } parece la mejor mirando una jugada por delante.
   *[other] { $ply } es la mejor contra las mejores respuestas, a { $depth } jugadas vista.
}
tree-alphabeta = { $depth ->
    [one] { $ply } parece la mejor mirando una jugada por delante.
   *[other] { $ply } es la mejor a { $depth } jugadas vista. Las ramas cortadas no podían cambiarlo.
}
tree-mcts = { $ply } sale la mejor. Cada rama muestra cuántas veces la ha probado y cómo le ha ido.
tree-cut = { $value } ≤ α { $alpha }

# La historia de una búsqueda, momento a momento
story-minimax = { $depth ->
    [one] Prueba cada jugada y se queda con la que deja la mejor posición.
   *[other] Max quiere el valor más alto y Min el más bajo: los valores suben desde { $depth } jugadas más allá, y en cada posición quien juega elige el suyo.
}
story-alphabeta = Como minimax, pero sin mirar lo que ya no puede cambiar nada: cuando una rama no puede superar a otra, se corta. Mira { $depth ->
    [one] una jugada
   *[other] { $depth } jugadas
} por delante.
story-deepening = Su última búsqueda, a { $depth ->
    [one] una jugada
   *[other] { $depth } jugadas
} de profundidad: empieza por lo que antes salió mejor, reconoce posiciones ya vistas y corta lo que no puede cambiar nada.
story-turns-minimax = Cada paso es un turno entero: Max quiere el valor más alto y Min el más bajo, a { $depth ->
    [one] un turno
   *[other] { $depth } turnos
} vista.
story-turns-alphabeta = Cada paso es un turno entero, a { $depth ->
    [one] un turno
   *[other] { $depth } turnos
} vista; lo que ya no puede cambiar la elección se corta.
story-values = Los valores son para { $side }: cuanto más altos, mejor le va.
story-values-wins = Los valores son para { $side }: cuanto más altos, mejor. «Gana 3» es ganar a las 3 jugadas.
story-kind-visit = visita
story-kind-up = entrega un valor
story-kind-cut = corte
story-kind-choose = elige
story-max = Max ({ $side })
story-min = Min ({ $side })
story-root = la raíz
story-level-end = final
story-level-both = Max o Min
story-wins-in = { $n ->
    [0] gana
   *[other] gana { $n }
}
story-loses-in = { $n ->
    [0] pierde
   *[other] pierde { $n }
}
story-win = { $n ->
    [0] la victoria de { $side }
   *[other] la victoria de { $side } en { $n }
}
story-or-better = { $value }, o algo mejor para Max
story-or-worse = { $value }, o algo peor para Max
story-least = ≥ { $value }
story-most = ≤ { $value }
story-alpha = α { $value }
story-beta = β { $value }
story-bounds = α { $alpha }  β { $beta }
story-begin = Le toca a { $side }, que es Max: quiere el valor más alto. Todavía no se sabe nada.
story-asks-max = Y si { $mover } juega { $ply }, ¿qué hará { $side }? Max busca aquí el valor más alto.
story-asks-min = Y si { $mover } juega { $ply }, ¿qué hará { $side }? Min busca aquí el valor más bajo.
story-same = Tras { $ply } sigue jugando { $side }: el turno aún no ha terminado.
story-whether = ¿Hay algo mejor que { $bar } con { $ply }? De momento solo se pregunta eso, que cuesta menos que saber cuánto vale.
story-again = { $ply } sí parece mejor que { $bar }: ahora hay que saber cuánto vale.
story-won = Con { $ply } se acaba la partida y gana { $side }. Más allá no hay nada que mirar.
story-drawn = Con { $ply } se acaba la partida en tablas: vale { $value }.
story-judged = Tras { $ply } no mira más allá: por lo que ve en el tablero, vale { $value }.
story-known = A la posición tras { $ply } ya había llegado por otro camino: sabe que lleva a { $value } y no la mira otra vez.
story-below = { $below ->
    [0] { $ply } lleva a { $value }.
    [one] Tras { $ply } mira una posición más y vuelve con { $value }.
   *[other] Tras { $ply } mira { $below } posiciones más y vuelve con { $value }.
}
story-up-root = { $ply } lleva a { $value }: desde ahora, { $who } no aceptará nada peor.
story-up-better = { $ply } lleva a { $value }: es lo mejor que { $who } tiene aquí por ahora.
story-up-worse = { $ply } lleva a { $value }: no mejora lo que { $who } ya tenía aquí.
story-no-better = no mejora
story-cut-alpha = { $value } ≤ α { $bar }
story-cut-beta = { $value } ≥ β { $bar }
story-cut-min = En otra rama Max ya tiene { $bar }; tras { $ply } solo tendría { $value }: Max no irá por aquí.
story-cut-max = En otra rama Max se queda en { $bar }; tras { $ply } tendría { $value }: Min no irá por aquí.
story-end = Para { $side } lo mejor es { $ply }, que lleva a { $value }. Ha mirado { $visits ->
    [one] una posición
   *[other] { $visits } posiciones
}; { $cuts ->
    [0] no sobraba ninguna rama
    [one] sobraba una rama
   *[other] sobraban { $cuts } ramas
}.
story-brief-begin = empieza en la raíz
story-brief-visit = visita { $ply }
story-brief-known = reconoce { $ply }
story-brief-up = { $ply } entrega a { $to }: { $value }
story-list = { $list }, { $next }
story-brief-cut = corta { $plies } { $more ->
    [0] bajo { $at }
   *[other] y { $more } más bajo { $at }
}
story-brief-end = elige { $ply }

# La historia de una partida exacta y de las reglas
story-perfect = No mira cuánto vale la posición, sino si vale más de un número: sí o no. Con cada respuesta quedan menos valores posibles, hasta que queda uno.
story-perfect-values = El número dice quién gana y con cuántas fichas de margen: cuanto más lejos de 0, antes acaba.
story-perfect-asks = pregunta
story-perfect-rules-out = descarta
story-perfect-yes = ¿Vale más de { $bar }? Sí; con lo que ha visto al buscarlo, queda entre { $low } y { $high }.
story-perfect-no = ¿Vale más de { $bar }? No; con lo que ha visto al buscarlo, queda entre { $low } y { $high }.
story-perfect-yes-only = ¿Vale más de { $bar }? Sí: entonces solo puede ser { $high }.
story-perfect-no-only = ¿Vale más de { $bar }? No: entonces solo puede ser { $low }.
story-perfect-left = { $low } … { $high }
story-perfect-brief = ¿más de { $bar }?
story-perfect-by-heart = Esta posición se la sabe de memoria, de su libro de aperturas: vale { $value }.
story-perfect-known = Solo queda un valor posible: la posición vale { $value }.
story-perfect-brief-known = vale { $value }
story-perfect-keeps = ¿Conserva { $ply } ese { $value }? Sí: es la que juega.
story-perfect-loses = ¿Conserva { $ply } ese { $value }? No: vale menos, y no hace falta saber cuánto.
story-perfect-brief-keeps = { $ply } lo conserva
story-perfect-brief-loses = { $ply } no lo conserva
story-less = < { $value }
story-rules = Cada regla que se cumple en una columna le suma sus puntos; se juega la columna con más.
story-rules-column = mira una columna
story-rules-fires = se cumple una regla
story-rules-total = suma
story-rules-looks = ¿Qué dicen las { $rules } reglas de la columna { $column }? Empieza con 0 puntos.
story-rules-brief-looks = mira la columna { $column }
story-rules-fired = La regla { $rule } (línea { $line }) se cumple { $count ->
    [one] una vez
   *[other] { $count } veces
} en la columna { $column }: suma { $worth }, y van { $sum }.
story-rules-means = { $count ->
    [one] { $short }
   *[other] { $short }, { $count } veces
}: suma { $worth } a la columna { $column }, y van { $sum }.
story-rules-brief-fired = { $rule } × { $count }
story-rules-adds = { $count ->
    [0] En la columna { $column } no se cumple ninguna regla: { $score }.
    [one] En la columna { $column } se cumple una regla: en total, { $score }.
   *[other] En la columna { $column } se cumplen { $count } reglas: en total, { $score }.
}
story-rules-blurs = La columna { $column } tiene { $score }, pero este nivel no ve tan fino: para él son { $level }.
story-rules-brief-adds = total de { $column }
story-rules-chooses = { $equal ->
    [one] La columna { $column } es la de más puntos, con { $score }: la juega.
   *[other] Hay { $equal } columnas empatadas con { $score }; por sorteo juega la { $column }.
}

# La historia de strong
story-strong = Primero mira qué metas y capturas hay a mano en un turno; después juzga todos los turnos posibles, sigue cada vez más lejos los más prometedores y se queda con el que mejor sale.
story-strong-values = Los valores son para quien juega, en conejos de ventaja.
story-strong-sees = ve
story-strong-tries = prueba
story-strong-better = mejora
story-strong-worse = no mejora
story-strong-goal = { $side } podría llevar un conejo a la meta en { $square } en un solo turno: { $steps ->
    [one] basta un paso
   *[other] bastan { $steps } pasos
}.
story-strong-goal-mark = meta a mano
story-strong-brief-goal = meta de { $side }
story-strong-brief-capture = captura en { $square }
story-strong-depth = a { $depth ->
    [one] un paso
   *[other] { $depth } pasos
} vista
story-strong-first = A { $depth ->
    [one] un paso
   *[other] { $depth } pasos
} vista, lo primero que prueba es { $turn }, que vale { $value }.
story-strong-gains = { $turn } vale { $value }: es mejor que lo que tenía ({ $held }).
story-strong-rest = { $count ->
    [one] Otro turno no mejora
   *[other] Otros { $count } turnos no mejoran
} ese { $value }: solo preguntó si eran mejores, no cuánto valen.
story-strong-brief = { $ply } mejora
story-strong-brief-rest = { $count } no mejoran
story-strong-plays = Juega { $turn }: mirando más lejos es lo mejor que ha visto, y vale { $value }.
story-strong-wins = la victoria en { $n }
story-strong-loses = la derrota en { $n }
story-strong-ahead = +{ $n }
story-strong-behind = −{ $n }

## Reglas del Conecta Cuatro

rules-too-large = El archivo tiene { $bytes } bytes; un archivo de reglas tiene como mucho { $most }.
rules-too-many = Un archivo tiene como mucho { $most } reglas.
rules-fault = Línea { $line }, columna { $column }: hay «{ $found }» y se esperaba { $expected }.
rules-found-end = fin de línea
rules-found-space = espacio
rules-found-tab = tabulador
rules-expected-sequence = una secuencia de O X _ z I E ? con un # o un =, o un comentario
rules-expected-mark = O X _ z I E ?, o el # o = que tiene toda secuencia
rules-expected-element = O X _ z I E ?, o un espacio tras la secuencia
rules-expected-one-mark = ningún # ni = más: una secuencia tiene exactamente uno
rules-expected-directions-or-value = direcciones (H, V, D) o un valor: un número entero, MAX o MIN
rules-expected-direction = H, V o D, o un espacio y el valor
rules-expected-value = un valor: un número entero, MAX o MIN
rules-expected-digit = una cifra tras el signo
rules-expected-number-end = una cifra, un espacio o el fin de la línea
rules-expected-limit = MAX, Max, max, MIN, Min o min
rules-expected-limit-end = un espacio o el fin de la línea
rules-expected-comment = un comentario que empiece con //, o el fin de la línea
rules-expected-slash = otra /, porque los comentarios empiezan con //
rules-expected-smaller = un número de −{ $most } a { $most }
rules-refused = { $file }: { $why }
rules-faulty = { $count ->
    [one] { $file } tiene un error, así que sus reglas no se usan. { $first } También lo muestra ludoteca rules check.
   *[other] { $file } tiene { $count } errores, así que sus reglas no se usan. El primero: { $first } ludoteca rules check los muestra todos.
}
file-no-text = { $file } no es un archivo de texto en UTF-8.
no-files-here = Aquí no se pueden leer archivos, así que { $file } no sirve. @rules y @heuristic están siempre.
layer-rules-scores = Lo que dan las reglas
layer-rules-fired = Las reglas que han saltado
rules-no-score = sin puntos
rules-chosen = La columna { $column } es la de más puntos: { $score }.
rules-chosen-blind = Las reglas no dan puntos a ninguna columna, así que la { $column } ha salido por sorteo.
rules-chosen-hastily = No hubo tiempo para todas las reglas: la columna { $column } es una elección rápida.
rules-fired = { $count ->
    [0] Ninguna regla salta en la columna { $column }.
    [one] Un acierto de una regla habla a favor o en contra de la columna { $column }: { $score }.
   *[other] { $count } aciertos de reglas hablan a favor o en contra de la columna { $column }: { $score }.
}
rules-line = Línea
rules-rule = Regla
rules-times = Veces
rules-value = Valor
rules-sum = Suma
rules-why = Para qué sirven estas reglas:
rules-file-choice = Cómo elige columna un jugador de reglas: cada regla que se cumple en una columna le suma su valor, y se juega en la columna con la suma más alta.
rules-file-elements = O ficha propia, X ficha del oponente, _ casilla vacía y jugable, z vacía pero aún no jugable, E cualquier vacía, I pared, ? cualquier cosa, # la casilla que se valora, = la de encima, una vez puesta una ficha propia en la que se valora.
rules-file-sums = Cuando una regla empieza por la secuencia de otra, cuentan las dos: el valor de la más larga es lo que añade a la más corta.
rules-file-one = Una casilla adyacente: las valoraciones básicas
rules-file-two = Dos casillas adyacentes
rules-file-three = Tres casillas adyacentes, o más
rules-file-wall = Proximidad a la pared
rules-file-position = Lo que vale una posición para quien mueve: la suma de lo que valen sus casillas jugables.
rules-why-open = Al principio una columna no tiene puntuación, y una llena se queda sin ella. Esto da 1 a toda columna en la que se pueda poner una ficha. Solo mira en una dirección; si no, daría 4. Si fuese la única regla del archivo, el jugador elegiría al azar.
rules-why-prefix = Empieza como la regla anterior, así que su valor se suma al de ella: sitio para más tarde junto a la ficha.
rules-why-diagonals = Sitio que se puede usar ya, y más en las diagonales: así el jugador prefiere poner sus fichas encima de las del oponente, donde hay más diagonales. Parece extraño, pero a la larga resulta efectivo.
rules-why-beside = Junto a fichas propias, una ficha vale más.
rules-why-room-later = Dos en línea con sitio para más tarde en el extremo. Las dos reglas se complementan: la ficha nueva puede ser cualquiera de las dos.
rules-why-room-now = Lo mismo, pero el sitio se puede usar ya, y eso vale más.
rules-why-wait = Tras nuestra ficha habría tres en línea y la cuarta casilla quedaría jugable justo encima: mueve el oponente, y la taparía. Es mejor esperar a que él se vea obligado a jugar primero en esta columna.
rules-why-gap = Tres que no están seguidas, con un hueco que aún no se puede cerrar: una posibilidad de victoria cuando crezca la columna que las separa.
rules-why-third = Dos del oponente que están a punto de ser tres, y dos nuestras que aquí pasan a tres, con sitio para seguir.
rules-why-gift = El oponente ganaría encima de nuestra ficha. Un valor tan negativo que la columna queda casi descartada; casi, porque una victoria nuestra ahí (MAX) cuenta más.
rules-why-two-ways = Tres en línea con los dos extremos libres: victoria en dos jugadas, si el oponente no gana antes. Es raro que se dé, pero merece la pena tenerlo presente.
rules-why-stop = ¡Cuidado! El oponente está a punto de hacer cuatro en raya. Si no tenemos una jugada ganadora, estamos obligados a mover aquí.
rules-why-win = La victoria es nuestra: el valor más alto que hay.
rules-why-wall = Cerca de la pared hay menos juego, aunque haya casillas vacías de por medio: se resta un poco.
rules-why-own-four = Líneas de cuatro que aún pueden ser nuestras, según las fichas que ya hay en ellas
rules-why-other-four = Líneas del oponente que se pueden parar aquí
rules-short-open = Cabe una ficha
rules-short-prefix = Al lado hay sitio para más tarde
rules-short-diagonals = Al lado hay sitio que se puede usar ya
rules-short-beside = Junto a fichas propias
rules-short-room-later = Dos en línea con sitio para más tarde
rules-short-room-now = Dos en línea con sitio que se puede usar ya
rules-short-wait = El rival taparía aquí el cuatro en raya: mejor esperar
rules-short-gap = Tres propias con un hueco que aún no se puede cerrar
rules-short-third = Dos del rival se quedan en dos, y dos propias pasan a tres
rules-short-gift = El rival ganaría justo encima
rules-short-two-ways = Tres en línea con los dos extremos libres
rules-short-stop = Impide un cuatro en raya del rival
rules-short-win = Cuatro en raya
rules-short-wall = Cerca de la pared hay menos juego
rules-short-own-four = Una línea de cuatro que aún puede ser propia
rules-short-other-four = Una línea del rival que se puede parar aquí
cli-rules-good = { $count ->
    [one] { $file } es correcto: una regla.
   *[other] { $file } es correcto: { $count } reglas.
}
cli-rules-bad = { $count ->
    [one] { $file } tiene un error; reglas correctas: { $right }.
   *[other] { $file } tiene { $count } errores; reglas correctas: { $right }.
}
cli-rules-column = Columna { $column }: { $score }
cli-rules-column-level = Columna { $column }: { $score }, en el nivel { $level } { $shown }
cli-rules-own = En las reglas, O es quien juega ahora, { $side }, y X su rival.
cli-rules-level-is = Nivel { $level }.
cli-rules-title = Lo que dicen las reglas de { $file }
cli-rules-html = El informe está en { $file }.

## La evaluación semilla de Arimaa

key-depth-turns = Cuántos turnos enteros mira adelante, contando los dos bandos
key-limit = Cuántos turnos mira de cada posición: los primeros según su evaluación
key-w1 = Cuánto cuenta el material, con tres decimales
key-w2 = Cuánto cuentan las casillas de las piezas, con tres decimales
key-w3 = Cuánto cuenta el control de las trampas, con tres decimales
key-w4 = Cuánto cuenta la movilidad, con tres decimales
layer-seed-turns = Los mejores turnos
layer-seed-terms = La cuenta, término a término
layer-seed-material = Material
layer-seed-squares = Cuánto valen las casillas
layer-seed-traps = Quién controla las trampas
layer-seed-mobility = Quién ayuda y estorba a quién
seed-best = { $depth ->
    [0] { $turn } parece lo mejor antes de mirar adelante: { $score }. Una opinión, no una demostración.
    [one] { $turn } parece lo mejor a un turno vista: { $score }. Una opinión, no una demostración.
   *[other] { $turn } parece lo mejor a { $depth } turnos vista, contra las mejores respuestas que vio: { $score }. Una opinión, no una demostración.
}
seed-wins = { $turn } gana.
seed-loses = Todo turno pierde, también { $turn }.
seed-seems-lost = Todo turno que miró pierde, también { $turn }; los que dejó fuera quizá no.
seed-goes-on = El turno sigue según lo previsto: { $turn }.
seed-sets-up = { $ply } es lo siguiente en la colocación con la que siempre empieza: conejos en el borde, piezas fuertes delante.
seed-turns = { $turns ->
    [one] Miró un solo turno, { $turn }.
   *[other] De los { $turns } turnos que miró, { $turn } resulta el mejor.
}
seed-turn = Turno
seed-reply = La mejor respuesta que vio
seed-points = Puntos
seed-even = Los dos bandos están igual de bien: cada punto de uno tiene su pareja en el otro.
seed-leads = { $side } va por delante en { $score }. Oro menos Plata: material { $material }, casillas { $squares }, trampas { $traps }, movilidad { $mobility }.
seed-term = Término
seed-difference = Oro − Plata
seed-weight = Peso
seed-product = Cuenta
seed-material = Material
seed-squares = Casillas
seed-traps = Trampas
seed-mobility = Movilidad
seed-piece = Pieza
seed-pieces = { $count } · { $points }
seed-material-is = Las piezas de Oro valen { $gold }, las de Plata { $silver }: { $difference } para Oro. Cuantos menos conejos quedan, más vale cada uno.
seed-squares-are = Las casillas de Oro valen { $gold }, las de Plata { $silver }: { $difference } para Oro. Un conejo con un amigo al lado cuenta más.
seed-squares-high = { $points } o más
seed-traps-are = Alrededor de las trampas Oro tiene { $gold } y Plata { $silver }: { $difference } para Oro. Junto a una trampa una pieza cuenta entera; a dos casillas, la mitad.
seed-trap = { $trap }: Oro tiene { $gold }, Plata { $silver }.
seed-trap-of = { $side } tiene más control
seed-trap-even = los dos tienen el mismo control
seed-mobility-is = La movilidad da { $gold } a Oro y { $silver } a Plata: { $difference } para Oro.
seed-helps = un amigo más fuerte al lado ayuda
seed-hinders = un enemigo más fuerte al lado estorba

## Caminos más cortos en Hex

layer-ways = Caminos más cortos
ways-needs = { $stones ->
    [one] A { $side } le falta una ficha, en { $cells }.
   *[other] A { $side } le faltan { $stones } fichas, por ejemplo en { $cells }.
}
ways-whole = un camino más corto; sus casillas vacías van rayadas
layer-account = Cómo mide la posición
layer-judged = Cómo juzga la posición
account-equals = Así cuenta donde la búsqueda se detiene. Entre jugadas que dan lo mismo elige la que le deja más casillas en caminos más cortos: es más difícil de parar.
distance-account = { $stones ->
    [one] A { $side } le falta una ficha, así que para { $side } este tablero vale 1 − 1/{ $cells } = { $value }.
   *[other] A { $side } le faltan { $stones } fichas, así que para { $side } este tablero vale 1 − { $stones }/{ $cells } = { $value }.
}
distance-best = { $stones ->
    [one] { $ply } parece la mejor: contra las mejores respuestas le faltará después una sola ficha. Es una medida, no una prueba.
   *[other] { $ply } parece la mejor: contra las mejores respuestas le faltarán después { $stones } fichas. Es una medida, no una prueba.
}
dijkstra-account = A { $other } le faltan { $others } y a { $side } { $own }, así que para { $side } este tablero vale { $others } − { $own } = { $value }.
dijkstra-best-even = { $ply } parece la mejor: contra las mejores respuestas a los dos les faltarán después las mismas fichas. Es una medida, no una prueba.
dijkstra-best-ahead = { $stones ->
    [one] { $ply } parece la mejor: contra las mejores respuestas le faltará después una ficha menos que al otro. Es una medida, no una prueba.
   *[other] { $ply } parece la mejor: contra las mejores respuestas le faltarán después { $stones } fichas menos que al otro. Es una medida, no una prueba.
}
dijkstra-best-behind = { $stones ->
    [one] { $ply } parece la mejor: contra las mejores respuestas le faltará después solo una ficha más que al otro. Es una medida, no una prueba.
   *[other] { $ply } parece la mejor: contra las mejores respuestas le faltarán después { $stones } fichas más que al otro. Es una medida, no una prueba.
}

## Por qué es así una posición resuelta del Conecta Cuatro

list-and = { $list } y { $last }
list-comma = { $list }, { $last }
list-more = { $list } y { $count } casillas más
sentences = { $first } { $then }
c4-cell = la fila { $row } de la columna { $column }
layer-threats = Amenazas
threats-none = Aún no hay amenazas: en ninguna casilla vacía haría cuatro una ficha.
threats-one = { $side } haría cuatro en { $cells }.
threats-both = { $first } haría cuatro en { $cells }; { $second }, en { $others }.
threat-four = un cuatro
threat-three = un cuatro al que le falta una ficha
layer-threat-list = Lo que vale cada amenaza
threat-rows = Las filas se cuentan desde abajo. Empezó { $first }, así que a la larga las filas impares favorecen a { $first } y las pares a { $second }.
threat-side = Bando
threat-column = Columna
threat-row = Fila
threat-row-odd = { $row } (impar)
threat-row-even = { $row } (par)
threat-worth = Lo que vale
threat-wins = Se puede jugar ya, y hace cuatro.
threat-open = { $other } tiene que ocuparla ahora o hacer cuatro antes; si no, { $side } hace cuatro aquí.
threat-above = { $other } hace cuatro justo debajo, en la fila { $row }. { $side } solo llega aquí si ocupa esa casilla, y entonces { $other } puede tapar.
threat-higher = { $other } hace cuatro más abajo en esta columna, en la fila { $row }. Esta amenaza solo cuenta si { $side } ocupa esa casilla.
threat-pair = Una de dos seguidas, filas { $low } y { $high }: { $other } no puede tapar las dos.
threat-shared = Los dos harían cuatro aquí: quien juegue justo debajo se la regala al otro.
threat-waits-odd = La fila que conviene a la larga: es impar, y empezó { $side }. Cuando las demás columnas estén llenas, le tocará a { $other } jugar debajo.
threat-waits-even = La fila que conviene a la larga: es par, y empezó { $other }. Cuando las demás columnas estén llenas, le tocará a { $other } jugar debajo.
threat-wasted-odd = La fila que no conviene a la larga: es impar, y empezó { $other }. Cuando las demás columnas estén llenas, le tocará a { $side } jugar debajo, y { $other } tapará.
threat-wasted-even = La fila que no conviene a la larga: es par, y empezó { $side }. Cuando las demás columnas estén llenas, le tocará a { $side } jugar debajo, y { $other } tapará.
layer-why = Por qué
why-win = { $plies ->
    [one] Juega { $side } y gana ya.
   *[other] Juega { $side } y gana si no se equivoca. El final está a { $plies } jugadas, contando las de los dos: la ficha número { $disc } de { $side }.
}
why-loss = Juega { $side } y pierde, haga lo que haga. Si nadie se equivoca, { $other } hace cuatro dentro de { $plies } jugadas, contando las de los dos: la ficha número { $disc } de { $other }.
why-draw = Juega { $side }. Si nadie se equivoca, nadie gana: son tablas.
why-only-wins = Solo gana la columna { $list }.
why-wins-alike = { $count ->
    [one] Gana la columna { $list }.
   *[other] Ganan las columnas { $list }, todas igual de pronto.
}
why-wins-soonest = { $count ->
    [one] La columna { $list } es la que gana antes.
   *[other] Las columnas { $list } son las que ganan antes.
}
why-wins-later = { $count ->
    [one] La columna { $list } también gana, pero más tarde.
   *[other] Las columnas { $list } también ganan, pero más tarde.
}
why-draws-only = { $count ->
    [one] La columna { $list } se queda en tablas.
   *[other] Las columnas { $list } se quedan en tablas.
}
why-loses = { $count ->
    [one] La columna { $list } pierde.
   *[other] Las columnas { $list } pierden.
}
why-all-draw = { $count ->
    [one] Solo queda la columna { $list }, y son tablas.
   *[other] Con cualquier columna son tablas.
}
why-only-draws = Solo la columna { $list } salva las tablas.
why-draws = Las columnas { $list } salvan las tablas.
why-longest = { $count ->
    [one] La columna { $list } es la que más aguanta.
   *[other] Las columnas { $list } son las que más aguantan.
}
why-four-now = { $count ->
    [one] La columna { $list } hace cuatro.
   *[other] Las columnas { $list } hacen cuatro.
}
why-must-block = { $side } tiene que jugar ya en la columna { $column }; si no, { $other } hace cuatro ahí.
why-block-lifts = { $side } tiene que jugar ya en la columna { $column }, o { $other } hace cuatro ahí. Pero entonces { $other } hace cuatro justo encima.
why-cannot-stop = { $other } está a punto de hacer cuatro en las columnas { $list }, y { $side } solo puede tapar una.
why-lifts = { $count ->
    [one] La columna { $list } pierde ya: { $other } hace cuatro encima de la ficha.
   *[other] Las columnas { $list } pierden ya: { $other } hace cuatro encima de la ficha.
}
why-lifts-everywhere = { $side } no puede jugar sin perder ya: juegue donde juegue, { $other } hace cuatro justo encima. A esto se le llama zugzwang.
why-neither = Ya nadie puede hacer cuatro: en cada línea de cuatro hay fichas de los dos.
why-cannot = { $side } ya no puede hacer cuatro: en cada línea de cuatro hay alguna ficha del otro bando.
why-plan = { $side } tiene un plan que sirve hasta el final, haga lo que haga { $other }.
why-plan-after = Con la columna { $column }, { $side } consigue un plan que sirve hasta el final, haga lo que haga { $other }.
why-plan-on-top = A cada ficha responde con otra encima.
why-plan-pairs = { $count ->
    [2] A la primera ficha en una de las columnas { $list } responde en la otra, y a cada una de las demás con otra encima.
   *[other] A la primera ficha en cualquiera de las columnas { $list } responde con la primera en otra de ellas, y a cada una de las demás con otra encima.
}
why-plan-target = Así { $other } tiene que jugar justo debajo de { $cell }, a más tardar cuando no quede nada más, y { $side } hace cuatro ahí. A esto se le llama zugzwang.
why-plan-rows = Así { $side } tiene aseguradas bastantes casillas de filas pares para hacer cuatro antes del final.
why-plan-holds = Así { $other } nunca hace cuatro: cada línea que aún podría hacer tiene una casilla que se lleva { $side }.
why-plan-sooner = Si nadie se equivoca, el final llega aún antes.
why-decides-already = El cuatro que decide ya está preparado: a { $side } solo le falta { $cell }.
why-decides = El cuatro que decide, en { $cell }, lo prepara la jugada { $number } de la línea.
why-forced = Desde la jugada { $number } de la línea { $side } no puede elegir: cualquier otra jugada perdería ya.
why-forced-all = En toda la línea { $side } no puede elegir: cualquier otra jugada perdería ya.
why-end-fours = Al final de la línea { $side } amenaza hacer cuatro en { $cells }, y { $other } solo puede tapar una.
why-end-zugzwang = Al final de la línea solo quedan las columnas { $list }, y en todas ellas { $side } hace cuatro encima de la siguiente ficha. A { $other } le toca jugar y no puede evitarlo: a esto se le llama zugzwang.
why-end-column = Al final de la línea solo queda la columna { $column }. { $other } tiene que jugar ahí, y { $side } hace cuatro encima, en la fila { $row }.
why-end-odd = Para esto sirven las filas impares: cuando todo lo demás está lleno, le tocan a { $first }, que empezó.
why-end-even = Para esto sirven las filas pares: cuando todo lo demás está lleno, le tocan a { $second }, porque empezó { $first }.
layer-line = La línea hasta el final
line-wins = { $plies ->
    [one] { $side } hace cuatro en { $cell }: columna { $columns }.
   *[other] Si nadie se equivoca, { $side } hace cuatro en { $cell } tras { $plies } jugadas. Por columnas: { $columns }
}
line-draws = { $plies ->
    [one] Queda una jugada: la columna { $columns }.
   *[other] Si nadie se equivoca, el tablero se llena en { $plies } jugadas. Por columnas: { $columns }
}
line-begins = { $plies ->
    [one] Lo mejor empieza con la columna { $columns }.
   *[other] Lo mejor empieza con estas { $plies } jugadas, por columnas: { $columns }
}
layer-line-moves = Jugadas clave de la línea
line-key = { $count ->
    [one] Una de { $total } jugadas merece un comentario.
   *[other] { $count } de { $total } jugadas merecen un comentario.
}
line-number = Jugada
line-remark = Qué hace
line-four = Hace cuatro.
line-fills = Llena el tablero.
line-blocks = Tiene que tapar: si no, { $other } hace cuatro aquí.
line-cannot-stop = No puede detener a { $other }, que ahora hace cuatro en { $cells }.
line-last-column = Solo queda esta columna, y { $other } hace cuatro encima.
line-nothing-else = Todas las columnas que quedan están debajo de un cuatro de { $other }, y hay que jugar una.
line-two-threats = Amenaza hacer cuatro en { $cells }; { $other } solo puede tapar una.
line-threatens = Amenaza hacer cuatro en { $cells }; { $other } tiene que tapar.
line-prepares = Prepara un cuatro en { $cells }.

## Encuentros y partidas

opening-too-long = Con { $plies } jugadas al azar al principio la partida termina antes de que jueguen los jugadores. Elige menos.
not-exact = Aquí nadie puede demostrar cómo acaban las posiciones de { $game }: quita «exact».
not-the-game = Lo que ha llegado como partida { $game } de la pareja { $pair } no es una partida de este torneo.
not-the-lesson = Lo que ha llegado como partida { $number } del entrenamiento enseña algo que en ella no se puede ver.
no-openings = No hay ninguna apertura con la que empezar.
opening-over = En la apertura «{ $position }» la partida ya ha terminado.
reason-stopped = Parada antes del final.
reason-crashed = El jugador ha fallado.
reason-illegal = El jugador quería jugar «{ $ply }», que no está permitido.
reason-late-itself = Al jugador se le ha acabado el tiempo.
reason-no-answer = El jugador no ha dado ninguna jugada.
reason-resigned = El otro bando se ha rendido.
reason-late = Al otro bando se le ha acabado el tiempo.
reason-not-allowed = El otro bando ha hecho una jugada que no está permitida.
reason-stalled = El otro jugador ha dejado de contestar.
reason-garbage = La respuesta del otro jugador no tenía sentido.
reason-memory = El otro jugador ha ocupado más memoria de la que había.
reason-forfeited = El otro bando ha perdido sin seguir jugando.
reason-unsaid = El otro bando ha perdido; no se dice por qué.
reason-agreed = Los dos bandos han acordado tablas.
reason-adjudicated = Se ha decidido desde fuera.
tree-full = Una partida puede tener { $most } jugadas, variantes incluidas.
tree-main-line = Lo que se ha jugado no se puede borrar.
tree-played-first = Lo que se ha jugado va siempre delante: esta variante ya es la primera.
server-no-ply = Antes de la primera jugada no hay ninguna a la que poner un signo.
server-no-sign = { $sign } no es un signo; los que hay son { $signs }.
server-said-too-long = Caben { $most } letras, y son más.
server-too-many-marks = En una posición caben { $most } marcas.
server-bad-mark = Esa marca no cabe en el tablero.
server-played-stays = Esta partida se jugó así, y así se queda: las demás líneas son variantes de ella.
no-such-node = La partida no tiene ninguna posición número { $node }.
no-such-ply = { $plies ->
    [one] La partida tiene una jugada; no hay número { $at }.
   *[other] La partida tiene { $plies } jugadas; no hay número { $at }.
}
nothing-to-undo = No hay ninguna jugada que deshacer.
nothing-to-redo = No hay ninguna jugada que rehacer.

## Page

page-home = Inicio
page-home-title = ¿A qué jugamos?
page-home-lead = Juega, analiza y mira pensar a la máquina: cada algoritmo se explica sobre el tablero.
page-lab = Laboratorio
page-home-study = Míralo pensar
page-home-study-about = Algoritmos a cámara lenta, paso a paso
page-home-lab-about = Mide, compara y dibuja, aquí mismo
page-home-train-about = Que aprenda sola un juego
train-busy = Ya hay una red aprendiendo. Párala antes, o espera a que acabe.
train-full = Ya hay { $most } redes. Olvida alguna que ya no necesites.
train-key-minutes = Minutos que aprende
train-key-threads = Procesadores que juegan a la vez
train-key-net = Tamaño de la red: bloques × canales. Una mayor puede aprender más y tarda más
page-train = Entrenar una red
page-train-about = Una red que solo sabe las reglas juega contra sí misma y aprende de sus partidas. Los tableros pequeños llevan minutos; los grandes, horas.
page-train-game = Juego
page-train-name = Nombre de la red
page-train-begin = Aprender
page-train-now = Está aprendiendo. Puedes salir de esta página; sigue sola.
page-train-other = Está aprendiendo { $name }. Solo hay un entrenamiento a la vez.
page-train-progress = Cuánto tiempo ha pasado
page-train-time = { $n } de { $all } min
page-train-nets = Redes
page-train-none = Todavía ninguna. Elige un juego y deja que aprenda una.
page-train-games = { $n ->
    [one] una partida
   *[other] { $n } partidas
}
page-train-positions = { $n ->
    [one] una posición
   *[other] { $n } posiciones
}
page-train-against = Ha ganado { $won } de { $all } partidas a la red con la que empezó.
page-train-curve = Lo que ha aprendido
page-train-axis = Partidas que ha jugado
page-train-strength = Puntos contra su comienzo
page-train-moves = Jugadas que no se espera
page-train-results = Resultados que no se espera
page-train-falling = Cuanto más bajas van las dos líneas discontinuas, menos se sorprende; los puntos dicen cuánto más fuerte es que al empezar.
page-train-early = La curva empieza tras sus primeras partidas.
page-train-look = Partidas para mirar
page-train-look-at = Partida { $n }
page-train-play = Jugar contra ella
page-train-go-on = Seguir aprendiendo
page-train-forget = Olvidar { $name }
page-train-begun = El entrenamiento ha empezado.
page-train-over = El entrenamiento ha terminado.
page-train-failed = El entrenamiento se ha parado antes de terminar.
page-net = Red
page-net-own = Una que aprendió aquí
page-net-built-in = La que trae el programa
page-tournaments = Torneos
page-tournaments-lead = Muchos jugadores, muchas partidas y una sola tabla. Se ven mientras se juegan, aquí o en un terminal.
page-tournaments-none = Todavía ninguno. Elige quién participa y empieza uno.
page-tournament-new = Un torneo nuevo
page-tournament-about = Cada dos que se enfrentan juegan por parejas de partidas, con la misma apertura y los colores cambiados.
page-tournament-players = Quién participa
page-tournament-players-about = Como se escriben: mcts, alphabeta:depth=4
page-tournament-player = Participante { $n }
page-tournament-without = Sin el participante { $n }
page-tournament-another = Otro participante
page-tournament-name = Cómo se llama
page-tournament-begin = Empezar el torneo
page-tournament-begun = El torneo está en marcha.
page-tournament-other = Ya se juega un torneo. Aquí solo se juega uno a la vez.
page-tournament-over = terminado
page-tournament-ended = El torneo ha terminado.
page-tournament-still = parado
page-tournament-go-on = Seguir
page-tournament-many = { $n } participantes
page-tournament-csv = Tabla en CSV
page-tournament-games-csv = Partidas en CSV
page-tournament-report = Informe
page-tournament-rate = { $n ->
    [one] 1 partida en el último minuto
   *[other] { $n } partidas en el último minuto
}
page-tournament-left = { $n ->
    [one] queda 1 minuto
   *[other] quedan unos { $n } minutos
}
page-tournament-tap = puntos de la fila contra la columna; toca una casilla para ver esas partidas
page-tournament-between = { $a } contra { $b }
page-tournament-all = Todas las partidas
page-tournament-open = toca una para analizarla
page-tournament-no-games = Aún no hay ninguna partida.
page-tournament-moves = { $n ->
    [one] 1 jugada
   *[other] { $n } jugadas
}
page-tournament-more = Las últimas { $n } de { $all }; en el CSV están todas.
page-waiting = { $n ->
    [0] espera; es el siguiente
    [one] espera; hay 1 delante
   *[other] espera; hay { $n } delante
}
page-waiting-about = Los procesadores están ocupados. Se reparten por turnos entre todos, y el reloj no corre mientras se espera.
page-hint-waiting = { $n ->
    [0] Es la siguiente.
    [one] Hay un pensamiento delante.
   *[other] Hay { $n } pensamientos delante.
}
page-workers = Máquinas
page-workers-lead = Las máquinas que trabajan para otras: torneos, pruebas de Hex y lo que haya en su cola.
page-workers-now = Quién trabaja
page-workers-none = No trabaja ninguna. En cada una: ludoteca worker --nats DIRECCIÓN
page-workers-work = Qué queda por hacer
page-workers-no-work = No queda nada.
page-workers-progress = { $rate ->
    [one] 1 tarea en el último minuto
   *[other] { $rate } tareas en el último minuto
} · quedan { $left } · { $faults ->
    [0] ningún fallo
    [one] 1 fallo
   *[other] { $faults } fallos
}
page-workers-results = { $n ->
    [one] 1 resultado sin recoger
   *[other] { $n } resultados sin recoger
}
workers-none = A este servidor no se le ha dicho dónde está la cola. Arráncalo con serve --workers nats://MÁQUINA.
tournament-key-form = Quién juega con quién
tournament-key-rounds = Parejas de partidas de cada dos
tournament-key-time = Segundos por jugada
tournament-key-openings = Jugadas al azar al empezar
tournament-key-jobs = Partidas a la vez
tournament-key-sprt = Parar en cuanto esté claro si el primero es 20 puntos Elo más fuerte
tournament-full = Se guardan como mucho { $most } torneos. Borra alguno.
tournament-going = Ya se juega un torneo. Páralo antes, o espera a que termine.
tournament-unknown = No hay ningún torneo { $id }.
tournament-no-game = De la pareja { $pair } no se ha jugado esa partida.
page-lab-lead = Experimentos con una pregunta clara. Elige uno, ponlo en marcha aquí y compara sus resultados con los de otras máquinas.
page-experiments = Experimentos
page-lab-alone = Mide tiempos, así que déjale la máquina mientras corre; las partidas pueden pensar más despacio entretanto.
page-lab-run = Empezar
page-lab-stop = Parar
page-lab-running = en marcha
page-lab-now = Está en marcha. Puedes salir de esta página; sigue sola.
page-lab-other = Está en marcha { $name }. Solo corre un experimento a la vez.
page-lab-progress = Cuánto está hecho
page-lab-rows = { $done } de { $all } { $all ->
    [one] fila
   *[other] filas
}
page-lab-seconds = { $n } s hasta ahora
page-lab-left = quedan unos { $n } s
page-lab-begun = El experimento ha empezado.
page-lab-over = El experimento ha terminado.
page-lab-failed = El experimento se ha parado antes de terminar.
page-lab-partial = Todavía faltan filas, así que todo esto puede cambiar.
page-lab-results = Resultados
page-lab-compare = Marca varios para verlos uno al lado del otro.
page-lab-none = Todavía ninguno. Pon en marcha el experimento, o abre el archivo de otra máquina.
page-lab-import = Abrir un resultado
page-lab-unnamed = sin nombre
page-lab-go-on = Seguir con { $name }
page-lab-save = Guardar { $name } en un archivo
page-lab-delete = Borrar { $name }
page-games = Juegos
page-more-games = Más
page-skip = Ir al tablero
page-theme-light = Tema claro
page-theme-dark = Tema oscuro
page-close = Cerrar
page-opening = Un momento…
page-percent = { $n } %
page-just-now = ahora mismo
page-on = sí
page-off = no
page-sound = Sonidos
page-sound-about = Un sonido suave al mover, al capturar y al terminar

page-continue = Sigue tu partida
page-your-move = Te toca
page-go-on = Continuar
page-recent = Tus partidas
page-games-count = { $n ->
    [one] una partida
   *[other] { $n } partidas
}
page-no-games = Aún no has jugado ninguna. Elige un juego: cada partida se guarda sola y te espera aquí.
page-with-options = { $game } ({ $options })
page-against = contra { $player }
page-between = { $first } contra { $second }
page-two-people = dos personas
page-unfinished = sin terminar
page-over = terminada
page-side-won = gana { $side }
page-delete = Borrar { $game }
page-delete-sure = Borrar
page-keep = Conservar
page-deleted = Partida borrada.
page-all = Ver todas
page-show-more = Ver más
page-fewer = Ver menos

page-mode = Quién juega
page-mode-machine = Contra la máquina
page-mode-people = Dos personas
page-mode-watch = Mirar dos máquinas
page-player = Jugador
page-people-about = Os turnáis en este tablero. Pista y análisis siguen ahí si los queréis.
page-watch-about = Elige quién lleva cada lado y mira cómo piensan. Puedes pausar o ir jugada a jugada.
page-clock = Reloj
page-clock-none = Sin reloj
page-clock-minutes = Minutos para cada bando
page-clock-extra = Más por cada turno
page-clock-seconds = Segundos
page-clock-left = Quedan { $time }
page-clock-about = Los relojes empiezan con la primera jugada y se paran mientras nadie mira.
page-you-play = Juegas con
page-lots = Sorteo
page-choosing = Eliges a
page-level = Nivel: { $level }
page-level-label = Nivel
page-level-own = a tu medida
page-fine = Ajustes finos
page-fine-none = { $player } no tiene nada que ajustar.
page-fine-reset = Volver a lo habitual
page-auto = auto
page-range-from = desde { $low }
page-range = de { $low } a { $high }
page-want-whole = Aquí va un número entero de { $low } a { $high }.
page-want-number = Aquí va un número de { $low } a { $high }.
page-described = El tablero de este juego
page-described-facts = Este juego no tiene tablero. Al principio hay:
page-described-before = Como era antes del error
page-described-right = Se puede jugar.
page-described-reading = Leyendo la descripción…
page-described-how = Escríbela, pégala o suelta aquí un archivo.
page-fix-first = Cuando corrijas lo que está marcado
page-play = Jugar
page-new-game = Partida nueva
page-no-such-game = No conozco ningún juego llamado «{ $name }».

page-file = Reglas que sigue
page-file-about = Está siempre; puedes escribir las tuyas a partir de él.
page-file-own = Escrito aquí.
page-file-built-in = { $name } (de serie)
page-file-with-errors = { $n ->
    [one] { $name } (un error)
   *[other] { $name } ({ $n } errores)
}
page-file-errors = { $n ->
    [one] { $name } tiene un error, y así nadie puede jugar con él. Ábrelo para corregirlo.
   *[other] { $name } tiene { $n } errores, y así nadie puede jugar con él. Ábrelo para corregirlos.
}
page-file-gone = { $name } ya no está. Elige otro.
page-file-see = Ver
page-file-edit = Editar
page-file-open = Archivo
page-file-new = Archivo nuevo
page-file-mine = mis reglas
page-file-upload = Subir
page-file-download = Descargar
page-file-name = Nombre
page-file-save = Guardar
page-file-copy = Guardar como mío
page-file-save-when = Cuando hayas cambiado algo
page-file-play-when = Cuando esté guardado y sin errores
page-file-discard = Descartar cambios
page-file-unsaved = Sin guardar
page-file-saved = { $name } está guardado.
page-file-deleted = { $name } está borrado. Las partidas que lo usan conservan su copia.

page-rules = Reglas
page-rules-text = Texto de las reglas
page-rules-report = Lo que dicen las reglas
page-rules-right = { $rules ->
    [0] Aún no hay reglas: ninguna columna tendría puntos.
    [one] Todo está bien: una regla.
   *[other] Todo está bien: { $rules } reglas.
}
page-rules-wrong = { $wrong ->
    [one] Una línea está mal, así que ningún jugador puede usar este archivo. Bien hasta ahora: { $rules }.
   *[other] { $wrong } líneas están mal, así que ningún jugador puede usar este archivo. Bien hasta ahora: { $rules }.
}
page-rules-level = Nivel, de borroso a exacto
page-rules-only-right = Aquí cuentan solo las líneas que están bien.
page-rules-over = En esta posición la partida ha terminado: no hay nada que juzgar.
page-rules-own = O es quien juega ahora, { $side }; X es el rival.
page-rules-help = Cómo se escribe una regla
page-rules-form = Una regla por línea: una secuencia, las direcciones en que se busca (H, V, D; todas si no dices ninguna) y su valor: un número entero, MAX o MIN. Lo que sigue a // es un comentario.
page-rules-more = Una secuencia tiene exactamente un # o un =. Cada sitio en que aparece suma su valor a la columna; cada línea del tablero se lee en los dos sentidos.
page-sign-1 = ficha propia
page-sign-2 = ficha del rival
page-sign-3 = vacía, se puede jugar ya
page-sign-4 = vacía, aún no se puede jugar
page-sign-5 = borde del tablero
page-sign-6 = vacía de cualquier clase
page-sign-7 = lo que sea
page-sign-8 = la casilla que se juzga
page-sign-9 = la de encima, una vez puesta una ficha propia
page-position = Posición
page-position-empty = el comienzo
page-play-ply = Jugar { $ply }
page-error-place = Línea { $line }, columna { $column }
page-error-what = Hay «{ $found }»; se esperaba { $expected }.
page-errors-more = { $n ->
    [one] y otra más
   *[other] y { $n } más
}
page-spans-one = Mostrar solo esta en el tablero
page-spans-key = un sitio donde se cumple una regla

page-setup = Preparar una posición
page-setup-short = Preparar
page-setup-about = Toca una casilla para cambiar lo que hay, o elige una pieza y dibuja con ella. Con el teclado: flechas, Intro, el número de una pieza, Supr.
page-setup-board = { $game }, tablero que se prepara
page-setup-hand = Lo que pones
page-setup-next = Ir cambiando
page-setup-none = Nada
page-setup-mover = Le toca a
page-setup-good = Una partida puede llegar aquí. Le toca a { $side }.
page-setup-turn = Le toca a { $side }.
page-setup-over = Una partida puede llegar aquí, y aquí termina: { $reason }
page-setup-text = La posición en texto
page-setup-clear = Vaciar
page-setup-play = Jugar desde aquí
page-setup-when = Cuando una partida pueda llegar aquí y no haya terminado
page-setup-undo-when = Cuando haya algo en el tablero
page-setup-from = Desde la posición que has preparado.
page-copy = Copiar
page-copied = Copiado

page-score = Marcador
page-score-is = { $one } { $won } – { $lost } { $two }
page-score-drawn = { $n ->
    [0] sin empates
    [one] un empate
   *[other] { $n } empates
}
page-score-about = Las partidas jugadas seguidas. Los bandos cambian cada vez; el marcador sigue a quien juega.
page-scores = Puntos
page-scores-about = Lo que vale cada jugada, de un vistazo
ply-swap-pieces = intercambio
ply-swap-sides = intercambio
ply-end = fin
page-numbers = Números
page-numbers-about = En cada ficha, el número de la jugada que la puso
page-scores-unknown = No se sabe en tan poco tiempo.
page-game-title = { $game }: { $first } contra { $second }
page-board = { $game }, juega { $side }
page-seat = Quién juega con { $side }
page-seat-change = Cambiar el jugador o el nivel de { $side }
page-seat-about = La partida sigue desde aquí. Si alguien estaba pensando, vuelve a empezar.
page-seat-person = una persona
page-seat-apply = Cambiar
page-seat-keep = Dejarlo como está
page-seated = Desde ahora juega { $player }.
page-tab-seat = Jugador
page-offer = Antes de jugar
page-offer-no = No, gracias
page-lies = Cómo está puesto el tablero
page-lies-about = Girar el tablero
page-lies-auto = Automático: { $turn }
page-both-sides = Ambos
page-mark-why = Por qué
page-link-one = Mostrar solo esta en el tablero
page-links-at = { $cell }: aquí se juntan { $n } líneas, o necesitan esta casilla.
page-links-count = { $n ->
    [one] una línea
   *[other] { $n } líneas
}
page-link-depth = { $n ->
    [0] Ya está unida.
    [one] Hace falta una jugada.
   *[other] Hacen falta como mucho { $n } jugadas de los dos bandos.
}
page-link-is = { $side }, { $joins }: { $kind }. { $n ->
    [0] No necesita más casillas.
    [one] Necesita la casilla { $cells }.
   *[other] Necesita las casillas { $cells }.
}
page-panel = Partida
page-you = Tú
page-turn = juega
page-turn-you = te toca
page-wins = gana
page-thinking = piensa
page-stop = Parar
page-paused = en pausa
page-your-turn = Te toca.
page-turn-of = Juega { $side }.
page-its-turn = { $player } está pensando.
page-its-turn-more = Míralo pensar en Analizar, o páralo y juega lo que tenga.
page-paused-now = La partida está en pausa.
page-paused-more = Sigue cuando quieras, o ve jugada a jugada.
page-you-won = Has ganado.
page-won = Gana { $player }.
page-drawn = Empate.
page-looking = Miras la jugada { $at } de { $of }.
page-looking-more = Si juegas aquí, abres una variante; la partida no se toca.
page-hint = Pista
page-hint-whole = Pista para el turno entero.
page-hint-turn = Pista para el turno entero: { $moves }.
page-hint-is = Pista: { $move }.
page-hint-coming = Buscando una pista para ti…
page-hint-when = Cuando te toque
page-undo = Deshacer
page-undo-when = Cuando haya una jugada que deshacer
page-undo-step = Deshacer paso
page-redo = Rehacer
page-redo-when = Cuando hayas deshecho algo
page-resign = Rendirse
page-resign-sure = ¿Seguro?
page-again = Otra vez
page-pause = Pausar
page-step = Un paso
page-step-when = Cuando esté en pausa
page-moves = Jugadas
page-moves-count = { $n ->
    [0] sin jugadas
    [one] una jugada
   *[other] { $n } jugadas
}
page-start = inicio
page-moves-tree = Partida y variantes
page-variation = Variante
page-fold = Plegar
page-unfold = Desplegar
page-sign = Signo de la jugada
page-sign-brilliant = Jugada brillante
page-sign-good = Buena jugada
page-sign-interesting = Jugada interesante
page-sign-doubtful = Jugada dudosa
page-sign-bad = Mala jugada
page-sign-blunder = Error grave
page-remarks = Sobre esta posición
page-comment = Comentar
page-comment-on = Comentario a { $move }
page-more = Más
page-line-name = Nombre de la variante
page-promote = Adelantar la variante
page-promote-when = Ya va la primera: delante solo está lo que se jugó
page-make-main = Hacer de ella la línea principal
page-make-main-is = Ya es la línea principal
page-make-main-when = Lo que se jugó contra una máquina o con reloj es lo que es: aquí solo hay variantes
page-was-played = Lo que se jugó
page-prune = Borrar desde aquí
page-prune-when = Lo que se ha jugado no se borra
page-pruned = Variante borrada.
page-copy-place = Copiar un enlace a esta posición
page-same-position = La misma posición que tras
page-and-more = y { $n } más
page-try = Probar aquí
page-try-about = Lo que pruebes queda al lado, como variante; la partida no se toca
page-trying = Pruebas una jugada.
page-trying-more = Queda al lado, como variante; la partida no se toca.
page-in-variation = Estás en una variante.
page-to-the-game = Volver a la partida
page-to-the-end = Volver al final
page-key-beside = variante anterior y siguiente
page-key-far = principio y final
page-key-cells = al tablero: allí las flechas van de casilla en casilla, hasta Esc
page-key-mark = marcar la casilla, y M flecha de una a otra; con el ratón, botón derecho; con el dedo, mantener
page-drawn-on = marcada
page-leaves-out = No cabe: { $what }.
page-type-move = Escribe una jugada
page-keys = Teclas
page-key-arrows = atrás y adelante; también la rueda sobre el tablero
page-key-escape = soltar, cancelar
page-key-press = terminar el turno, o el primer botón
page-watch-out = Ojo
page-ranks = De más a menos fuerte
page-tab-ranks = Piezas
page-tab-notes = Avisos
page-steps = { $done } de { $of } pasos
page-held = { $piece } en { $cell }
page-lost-pieces = Perdidas: { $pieces }
page-lost-piece = { $n ->
    [one] { $piece }
   *[other] { $n } × { $piece }
}
page-steps-left = { $n ->
    [0] No te quedan pasos
    [one] Te queda un paso
   *[other] Te quedan { $n } pasos
}
page-tray = { $piece }: { $n ->
    [one] queda una
   *[other] quedan { $n }
}

page-cell = Casilla
page-cell-column = columna { $column }, fila { $row }
page-cell-empty = vacía
page-cell-last = última jugada
page-cell-winning = gana la partida
page-cell-target = puedes ir ahí
page-cell-state = { $state ->
    [frozen] congelada
    [danger] en peligro
   *[other] { $state }
}
page-cell-taken = { $cell } ya está ocupada.
page-no-move = En { $cell } no puedes jugar ahora.
page-no-way = A { $cell } no puedes ir ahora.
page-tap-again = Toca otra vez para jugar { $move }.
page-not-your-turn = Ahora le toca a { $player }.
page-game-over = La partida ha terminado.
page-wait = Un instante: tu jugada va de camino.
page-other-window = En otra ventana se ha jugado antes. Así está ahora la partida.
page-found = Conexión recuperada.
page-lost = Se ha cortado la conexión. Tu partida está guardada; lo intento otra vez.
page-offline = Nadie responde. Comprueba que Ludoteca sigue en marcha y prueba otra vez.
page-server-trouble = Algo ha fallado en el servidor ({ $status }). Tu partida está guardada; prueba otra vez.
page-gone = Esta partida ya no está.
page-gone-more = Puede que la hayas borrado en otra ventana. Las demás siguen en Inicio.
page-said-move = { $player }: { $move }.
page-said-rearranged = La pieza está ahora en otra casilla.
page-said-at = Jugada { $at } de { $of }.

page-analyse = Analizar
page-analyse-toggle = Analizar
page-analyst = Quién analiza
page-analyst-text = Jugador que analiza, con sus ajustes
page-analysis-ask = Elige quién analiza esta posición y pulsa Analizar.
page-analysis-coming = Empieza a pensar…
page-analysis-over = La partida ha terminado. Vuelve a una jugada anterior para analizarla.
page-thought-before = Antes de jugar { $move }, { $player } veía
page-said-verdict = Análisis de { $player }: { $value }. Mejor jugada: { $move }.
page-thought-done = listo
page-stopped = parado
page-proved = { $verdict ->
    [win] { $side } gana
    [draw] Tablas
   *[loss] { $side } pierde
}
page-in-plies = { $n ->
    [0] ya
    [one] en una jugada
   *[other] en { $n } jugadas
}
page-verdict = { $verdict ->
    [win] gana
    [draw] tablas
   *[loss] pierde
}
page-verdict-in = { $verdict ->
    [win] gana en { $plies }
    [draw] tablas
   *[loss] pierde en { $plies }
}
page-for = para { $side }
page-for-side = Para { $side }
page-depth = prof. { $depth }
page-nodes = { $n ->
    [one] un nodo
   *[other] { $nodes } nodos
}
page-seconds = { $seconds } s
page-candidates = Candidatas
page-more-moves = { $n ->
    [one] y otra más
   *[other] y otras { $n }
}
page-move = Jugada
page-value = Valor
page-visits = Visitas
page-then = Sigue
page-lines = Lo que espera
page-line = Línea
page-tab-think = Veredicto
page-tab-how = Cómo
page-tab-review = Repaso
page-review = Repaso de la partida
page-review-begin = Repasar la partida
page-review-about = Juzga cada posición con el mejor jugador de este juego y te enseña dónde se ganó y dónde se perdió. Sigue solo, aunque cierres la página.
page-review-go-on = Seguir
page-review-stop = Parar el repaso
page-review-each = Por posición
page-review-progress = { $done } de { $of }
page-review-done = El repaso está completo.
page-review-care = { $side }: { $share } de buenas jugadas.
page-review-care-more = { $good } de { $plies } sin perder nada que importe; de media, cada jugada regaló { $lost ->
    [0] casi nada
    [one] un punto de cien
   *[other] { $lost } puntos de cien
}.
page-review-blunder = errores graves
page-review-mistake = errores
page-review-doubtful = jugadas dudosas
page-review-thrown = En la jugada { $at }, { $side } dejó escapar con { $move } { $thrown ->
    [draw] unas tablas seguras
   *[win] una partida ganada
}. Está probado.
page-review-learn = Aprende de tus errores
page-review-learn-at = Aprende de tus errores: { $at } de { $of }
page-review-learn-about = { $n ->
    [one] Hay una jugada que pudo ser mejor. Búscala antes de ver la respuesta.
   *[other] Hay { $n } jugadas que pudieron ser mejores. Búscalas antes de ver la respuesta.
}
page-review-learn-begin = Empezar
page-review-solved = { $n } de { $of } { $n ->
    [one] resuelto
   *[other] resueltos
}
page-review-whose = De quién son los errores
page-review-of = De { $side }
page-review-none = Aquí no hay ningún error del que aprender.
page-review-prev = Error anterior
page-review-next = Error siguiente
page-review-again = Inténtalo otra vez
page-review-answer = Ver la respuesta
page-review-why = ¿Por qué no { $move }?
page-review-try = Te toca otra vez: juega con { $side }. El reloj no corre y la partida queda como está.
page-review-judging = Lo está mirando…
page-review-watch = En el tablero hay una línea que no es la partida. Vuelve a intentarlo o sigue mirando.
page-review-best = Mejor, { $move }.
page-review-good = { $move } es buena: no pierde nada que importe.
page-review-bad = { $move } tampoco: { $thrown ->
    [win] la partida estaba ganada y deja de estarlo
    [draw] las tablas eran seguras y dejan de serlo
   *[no] cuesta { $points ->
        [one] un punto
       *[other] { $points } puntos
    }
}. Mira lo que sigue.
page-review-cost = { $move } { $thrown ->
    [win] dejó escapar una partida ganada
    [draw] dejó escapar unas tablas seguras
   *[no] te costó { $points ->
        [one] un punto
       *[other] { $points } puntos
    }
}. ¿Y tú ahora?
page-review-lost = { $move } { $thrown ->
    [win] dejó escapar una partida ganada
    [draw] dejó escapar unas tablas seguras
   *[no] costó { $points ->
        [one] un punto
       *[other] { $points } puntos
    }
}
page-review-later = Los analistas hablan después de ti: primero inténtalo, luego mira qué vieron ellos.
page-review-line-back = Una jugada atrás en la línea
page-review-line-on = Una jugada adelante en la línea
page-compare = { $n ->
    [2] Dos analistas
   *[other] Tres analistas
}
page-compare-line = En una línea
page-compare-front = Ver su veredicto y sus capas
page-compare-apart = discrepan
page-compare-plays = { $one } jugaría { $first }; { $two }, { $second }.
page-compare-gap = En { $move } se separan { $points } puntos.
page-compare-opposite = En { $move } ven lo contrario: lo que uno ve bueno, otro lo ve malo.
page-compare-agree = Todos jugarían { $move }.
page-analyst-more = + Analista
page-analyst-less = Quitar a { $player }
page-exact = Exacto
page-exact-about = { $player } sabe lo que vale cada jugada y siempre se le oye, salvo que lo ocultes.
page-live = En vivo
page-live-about = El análisis va contigo a cada posición y recuerda lo que encontró en ella.

page-layer = Capa
page-layer-none = Ninguna
page-layer-off = Sin capa: solo el tablero. Elige una para ver cómo piensa.
page-layer-later = Cuando alguien piense sobre esta posición, aquí podrás ver cómo.
page-replay = Ver cómo se formó
page-replay-stop = Pausa
page-replay-at = Cómo era
page-figures = Cifras
page-figures-about = Qué cifras se escriben: las que importan, todas o ninguna; las demás salen al señalar
page-figures-are = { $which ->
    [few] pocas
    [all] todas
   *[none] no
}
page-as-table = { $layer }, en tabla
page-side = Lado
page-link = Unión
page-link-needs = Necesita
page-link-moves = Jugadas
page-tag = { $kind ->
    [win] gana, probado
    [draw] tablas, probado
    [loss] pierde, probado
   *[guess] estimado
}
page-tree = Árbol de búsqueda
page-tree-root = raíz
page-tree-more = + { $n }
page-tree-best = en la mejor línea
page-tree-cut = cortado:
page-graph = Valor para { $side } tras cada jugada.
page-graph-even = igual
page-graph-empty = Aquí irá el valor de cada jugada que alguien analice
page-to-start = Al principio
page-back = Atrás
page-forward = Adelante
page-to-end = Al final
page-study = Estudio
page-study-about = Mira cómo piensa un algoritmo a cámara lenta: elige una posición pequeña y recorre el pensamiento momento a momento.
page-study-all = Todos los juegos
page-study-gallery = Ver los estudios
page-study-coming = Se está grabando el pensamiento…
page-study-unknown = No hay ningún estudio que se llame «{ $name }».
page-study-thinks = { $player } piensa
page-study-slowly = A cámara lenta
page-study-who = Quién piensa
page-study-what = ¿Qué es esto?
page-study-read = Leerlo en el libro
page-study-time = Línea de tiempo
page-study-first = Al principio
page-study-prev = Un momento atrás
page-study-next = Un momento adelante
page-study-last = Al final
page-study-play = Reproducir
page-study-pause = Pausa
page-study-speed = Velocidad
page-study-moment = momento
page-study-of = de { $of }
page-study-at = momento { $n } de { $of }
page-study-more = El pensamiento siguió, pero no se guarda más de él.
page-study-part = Parte
page-study-before = Antes de la primera parte
page-study-events = Sucesos
page-study-tree = Árbol
page-study-facts = Detalles
page-study-sum = Cuentas
page-study-things = En el tablero
page-study-curves = En el tiempo
page-study-no-sum = En este momento no se calcula nada.
page-study-no-things = Todavía no hay nada dibujado en el tablero.
page-study-point = Señala algo del tablero o pulsa una línea para leer por qué está ahí. Lo más nuevo va primero.
page-study-others = … y { $n } más
page-study-because = Se deduce de esto:
page-study-no-because = No se deduce de nada más: aquí empiezan las razones.
page-study-all-things = Todo lo dibujado
page-study-own = Una posición tuya
page-study-game = Juego
page-study-position = Posición, en la notación del juego
page-study-watch = Mirar
page-study-back = La partida
page-study-now = ahora
page-study-waiting = por visitar
page-study-best = mejor línea
page-study-cut = cortada, con la comparación que la corta
page-study-bound = solo una cota, no el valor exacto
page-study-unfold = Mostrar { $n } más
page-study-board = { $game }, momento { $n }
page-study-tried = probada en el pensamiento
page-study-nth = jugada { $n } de la línea

## Servidor

story-none = { $player } no cuenta lo que piensa momento a momento. Elige otro jugador.
file-missing = Aquí no hay ningún archivo de reglas que se llame «{ $name }».
file-exists = Ya hay un archivo que se llama «{ $name }». Elige otro nombre.
file-name-length = Un archivo necesita un nombre de { $most } letras como mucho, en una línea.
file-name-built-in = «{ $name }»: los nombres que empiezan por @ son de los archivos que están siempre.
setup-never = En { $game } no se pueden preparar posiciones.
setup-off-board = Aquí no hay esa casilla o esa pieza, o una casilla está ocupada dos veces.
server-bad-json = La petición no es el JSON que se esperaba (línea { $line }, columna { $column }): { $why }
server-broken-off = La petición se interrumpió: { $why }
server-cannot-listen = No se puede escuchar en { $address }: { $why }
server-closing = El servidor se está cerrando.
server-data-damaged = El archivo de las partidas guardadas, { $file }, está dañado ({ $why }). Apártalo para empezar de nuevo, o recupera una copia.
server-data-folder = No se puede escribir en la carpeta de datos { $folder }: { $why }. Elige otra con --data.
server-data-in-use = Otra Ludoteca está usando la carpeta de datos { $folder }. Ciérrala o elige otra carpeta con --data.
server-data-newer = Las partidas guardadas en { $file } son de una Ludoteca más nueva (versión { $found }; esta conoce la { $known }). Usa la más nueva.
server-data-none = En { $folder } todavía no hay partidas guardadas.
server-data-not-copied = No se puede escribir { $file }: { $why }
server-data-unsound = El archivo de las partidas guardadas está dañado: { $why }
server-copy-itself = es el mismo archivo que se quiere copiar
server-disk-failed = No se pueden leer o escribir las partidas guardadas en { $file }: { $why }. No ha cambiado nada.
server-disk-full = El disco está lleno: { $file } no puede crecer. No ha cambiado nada; haz sitio y vuelve a intentarlo.
server-failed = El servidor no ha podido arrancar: { $why }
server-game-unreadable = La partida guardada { $id } no se puede leer: { $why }
server-game-notes-lost = { $notes ->
    [one] De la partida guardada { $id } no se puede leer una nota.
   *[other] De la partida guardada { $id } no se pueden leer { $notes } notas.
}
rearrange-here = ponerla aquí
rearrange-swap = cambiarla por la que está ahí
rearrange-refused = La pieza de { $from } no puede estar en { $to }.
server-machines-turn = Le toca a { $player }.
server-moved-on = La partida ha avanzado: va por la jugada { $now }, no por la { $at }. Quizá en otra pestaña.
server-no-chance = El sistema no da números aleatorios: { $why }
server-no-game = No hay ninguna partida «{ $id }».
server-several-games = Varias partidas empiezan por «{ $id }». Escribe más letras.
server-no-board = Este tablero ya no se recuerda aquí; abre la partida de nuevo.
server-no-move = { $player } no ha encontrado jugada. La partida espera.
server-no-path = No hay nada en { $path }.
server-no-thread = El sistema no da ningún hilo con el que pensar: { $why }
server-not-over = La partida aún no ha terminado.
server-persons-turn = Le toca a una persona: no hay máquina que juegue ahora.
server-nobody-resigns = Aquí no juega ninguna persona que pueda abandonar.
server-not-json = La petición no es JSON (application/json) sino «{ $kind }».
server-other-host = Este servidor no responde al nombre «{ $host }». Ábrelo con la dirección que mostró, o arráncalo con --allow { $host } o con --token.
server-other-origin = Otra página no puede usar este servidor.
server-open-to-all = En { $host } llegarían a él otras máquinas, y con ellas cualquier página que mire alguien allí. Di --token-file ARCHIVO con una palabra que tengan que saber, o --allow NOMBRE con cada nombre o dirección por los que puedan llamarlo.
server-analysts = A la vez pueden analizar { $most } jugadores como mucho. Quita alguno.
server-no-place = Ahora mismo no hay sitio para pensar. Inténtalo otra vez.
server-enough = Ya has pedido { $most } pensamientos a la vez. Espera a que termine alguno, o para alguno.
server-memory = Toda la memoria para pensar está ocupada: hacen falta { $needed } MB, y se usan { $taken } de { $most } MB. Prueba cuando alguien haya terminado, o elige una tabla más pequeña.
server-memory-kept = Hacen falta { $needed } MB, y se usan { $taken } de { $most } MB. Los últimos { $kept } MB se guardan para lo que la gente espera con más prisa. Prueba cuando alguien haya terminado, o elige una tabla más pequeña.
server-memory-own = Hacen falta { $needed } MB, y ya ocupas { $own } MB de la memoria para pensar. Nadie puede ocupar más de { $most } MB, para que quede algo a los demás. Para antes otra cosa, o elige una tabla más pequeña.
server-panic = Algo ha fallado dentro de Ludoteca. La partida está como se guardó.
server-no-engines = Aquí solo pueden jugar otros programas si el servidor se abrió con --token, para que ninguna página ajena pueda arrancarlos.
server-player-fell = { $player } ha fallado mientras pensaba. { $why } La partida espera.
server-port-in-use = { $address } ya está en uso, quizá por otra Ludoteca. Elige otro puerto con --port.
server-query = No se entiende la dirección: { $why }
server-token-needed = Este servidor pide su clave: abre la dirección con ?token= que se mostró al arrancar.
server-too-large = La petición es demasiado grande: como mucho { $limit } bytes.
server-too-slow = La petición ha tardado demasiado en llegar.
server-wrong-method = { $method } no es posible aquí.

## Línea de comandos

cli-about = Juegos de tablero para jugar, analizar y entender.
cli-after =
    Sin comando, Ludoteca se abre para tu navegador, como con ludoteca serve.

    Ejemplos:
      ludoteca play connect4
      ludoteca think connect4 --player alphabeta --position 4435 --time 2
      ludoteca match connect4 --a mcts:playouts=500 --b alphabeta:depth=4 --games 40
cli-serve-about = Abre Ludoteca para tu navegador
cli-serve-host = La dirección en la que escucha
cli-serve-port = El puerto en el que escucha; 0 es cualquiera que esté libre
cli-serve-token = Una palabra que ha de saber quien lo use. Otros en esta máquina la ven en la lista de programas: --token-file y LUDOTECA_TOKEN la dicen sin que se vea
cli-serve-token_file = El archivo en el que está esa palabra
cli-serve-allow = Otro nombre o dirección por el que se le puede llamar, varios separados por comas; sin una palabra que haya que saber, solo atiende a otras máquinas por esos nombres
cli-serve-memory = Cuántos megabytes pueden ocupar en total los que piensan; si nadie lo dice, la mitad de lo que tiene la máquina
cli-serve-workers = Dónde está la cola de los obreros, nats://HOST: la página enseña quién trabaja y qué queda
cli-serve-empty-token = No hay ninguna palabra en { $file }.
cli-serve-log = Cuánto escribe en stderr de lo que va mal: off, error, warn, info, debug o trace; LUDOTECA_LOG lo dice para siempre y, si nadie lo dice, es warn
cli-serve-open = Abre la página en tu navegador, también si Ludoteca ya está abierta
cli-serve-no-browser = No se pudo abrir el navegador: { $why }.
cli-games-about = Muestra los juegos, sus opciones y los jugadores de cada uno
cli-play-about = Juega una partida aquí, en la terminal
cli-play-first = Quién empieza; human si nadie lo dice
cli-play-second = Quién responde; mcts:playouts=2000 si nadie lo dice
cli-play-choose = Pregunta quién juega y, tras cada partida, si se juega otra; como en un terminal cuando no se nombra a nadie
cli-play-letters = Las letras de las fichas, primero la de quien empieza: OX
letters-wrong = Dale a --letters dos letras distintas, primero la de quien empieza: OX.
letters-many = En { $game } cada bando tiene varias clases de piezas, así que --letters no puede nombrarlas.
cli-play-seed = El número del que sale el azar; si nadie lo dice, cada vez otro
cli-think-about = Pregunta a un jugador qué piensa de una posición
cli-think-player = A quién se pregunta; ludoteca games los muestra todos
cli-think-story = Cuenta cómo llega a su jugada, momento a momento; sin claves, con las que hacen la historia corta
cli-think-no-story = { $player } no cuenta ninguna historia aquí. ludoteca think sin --story dice lo que piensa.
cli-think-story-more = La búsqueda siguió; hasta aquí lo que cabe contar.
cli-perft-about = Cuenta las maneras de jugar tantas jugadas, lo que muestra si las reglas están bien
cli-perft-depth = Cuántas jugadas, contando las de los dos; en Arimaa, turnos enteros
cli-solve-about = Dice quién gana una posición con el mejor juego y cuánto vale cada jugada
cli-solve-outcome = Para en cuanto se sabe quién gana; de las jugadas solo dice lo que se sabe entonces
cli-solve-guide = Quién dice dónde mirar primero, lo que cambia cuánto tarda y nada de lo que demuestra: none (nadie), net (la red). En Hex es la red a partir de 7x7 si nadie dice otra cosa
cli-book-about = Hace el libro de aperturas del Conecta Cuatro, o comprueba uno; escribe el libro para leer
cli-book-make-about = Resuelve todas las posiciones tras tantas jugadas y hace el libro. Las puntuaciones se anotan en ARCHIVO.scores, y la misma orden sigue donde se paró
cli-book-make-file = El archivo donde se escribe el libro
cli-book-make-plies = Hasta qué jugada llega el libro, contando las de ambos
cli-book-make-jobs = Cuántas posiciones se resuelven a la vez
cli-book-make-memory = Memoria para posiciones ya vistas, en megabytes
cli-book-check-about = Comprueba que un libro está entero y bien: cada puntuación con las de sus sucesores, y algunas resolviéndolas otra vez
cli-book-check-file = El libro; sin él, el que trae el programa
cli-book-check-positions = Cuántas posiciones de la última jugada se resuelven otra vez
cli-engine-about = Juega a Hex (en HTP, para HexGui y otros) o a Arimaa (en AEI) para otros programas
cli-engine-player = Quién juega; si nadie lo dice, el más fuerte
cli-engine-time = Segundos para cada jugada cuando no hay reloj
cli-engine-seed = El número del que sale el azar; si nadie lo dice, cada vez otro
cli-engine-no-protocol = No hay protocolo de motores para { $game }; lo hay para { $list }.
cli-match-about = Enfrenta a dos jugadores en muchas partidas y dice quién es más fuerte
cli-match-a = El jugador cuya fuerza quieres saber
cli-match-b = Su rival
cli-match-games = Cuántas partidas; los jugadores cambian de bando en cada una
cli-match-opening_plies = Cada par de partidas empieza con tantas jugadas al azar
cli-match-openings = Cada par de partidas empieza con una posición de este archivo, que tiene una por línea
cli-match-time = Segundos para cada jugada
cli-match-time_a = Segundos para cada jugada de A, si no son los mismos que para B
cli-match-time_b = Segundos para cada jugada de B, si no son los mismos que para A
cli-match-nodes = Posiciones que mira en cada jugada
cli-match-game_time = Segundos para toda la partida; pierde quien se queda sin ninguno
cli-match-increment = Segundos más después de cada jugada, con --game-time
cli-match-jobs = Cuántas partidas se juegan a la vez
cli-ladder-about = Enfrenta entre sí a nuestros jugadores y niveles y los puntúa en una sola escala
cli-ladder-games = Cuántas partidas juega cada uno, más o menos; cada apertura se juega con los dos bandos
cli-ladder-player = Quién participa, una vez por jugador; si no se nombra a nadie, todos los nuestros con sus niveles. Vale 0 el primero, o random si participa
cli-ladder-opening_plies = Cada par de partidas empieza con tantas jugadas al azar; 2 si no se dice nada
cli-ladder-openings = Cada par de partidas empieza con una posición de este archivo, que tiene una por línea: las igualadas distinguen antes a los jugadores
cli-ladder-time = Segundos para cada jugada; 0,1 si no se dice nada
cli-ladder-nodes = Posiciones que mira en cada jugada
cli-ladder-jobs = Cuántas partidas se juegan a la vez
cli-ladder-heads-player = Jugador
cli-ladder-heads-elo = Elo
cli-ladder-heads-from = desde
cli-ladder-heads-to = hasta
cli-ladder-heads-step = sobre el siguiente
cli-ladder-heads-games = Partidas
cli-ladder-step = { $diff } (de { $low } a { $high })
cli-ladder-few = Una escalera necesita dos jugadores o más.
cli-ladder-stopped = Parada; esto es lo que dicen las partidas jugadas hasta ahora.
cli-ladder-scale = { $anchor } vale 0. Los intervalos valen con una certeza del 95 %.
ladder-level = { $player }: { $level }
cli-convert-about = Escribe la partida de un archivo en otro formato
cli-convert-file = El archivo con la partida: SGF, PDN, XML, JSON, un acta de Arimaa o lo que escribe guardar; también un enlace de HexWorld, o - para la entrada estándar
cli-convert-to = El formato: sgf o hexworld (Hex), c4 (Conecta Cuatro), arimaa (Arimaa), pdn (damas inglesas), xml, json, text, svg o png (cualquier juego)
cli-convert-game = Qué partida de un archivo que tiene varias (SGF, PDN), desde 1; la primera si nadie dice otra cosa
cli-convert-pixels = De cuántos puntos de ancho es una imagen PNG, de 16 a 4000; 1000 si nadie lo dice
cli-convert-out = El archivo en el que se escribe; la salida estándar si nadie dice otra cosa
cli-library-about = Las partidas guardadas de la página: las lista, exporta, importa, revisa y copia, también mientras ludoteca serve está en marcha
cli-library-list-about = Lista las partidas guardadas, empezando por la última que se tocó
cli-library-list-game = Solo las de este juego, como hex
cli-library-list-limit = Como mucho, tantas; todas si nadie dice otra cosa
cli-library-export-about = Escribe partidas guardadas como archivos: uno por partida, o todas en uno si en el formato caben varias (SGF, PDN)
cli-library-export-ids = Las partidas, por su nombre en la lista; basta el principio, mientras no lo comparta otra
cli-library-export-all = Todas las partidas, acabando por la última que se tocó
cli-library-export-game = Todas las de este juego, como hex
cli-library-export-to = El formato: sgf o hexworld (Hex), c4 (Conecta Cuatro), arimaa (Arimaa), pdn (damas inglesas), xml, json, text, svg o png (cualquier juego)
cli-library-export-out = El archivo en el que se escriben, o la carpeta donde cada una tendrá el suyo; la salida estándar si nadie dice otra cosa
cli-library-import-about = Añade a las partidas guardadas todas las de todos los archivos, salvo las que ya están tal cual
cli-library-import-files = Archivos con partidas, los mismos que lee convert: SGF, PDN, XML, JSON, actas de Arimaa o lo que escribe guardar; también enlaces de HexWorld, o - para la entrada estándar
cli-library-check-about = Revisa el archivo de las partidas guardadas, y lee y vuelve a jugar cada una
cli-library-backup-about = Copia en un archivo todo lo guardado, también mientras ludoteca serve está en marcha. Para volver a ella, ponla en una carpeta vacía con el nombre ludoteca.db y di la carpeta con --data
cli-library-backup-file = El archivo que será la copia
cli-rules-about = Revisa archivos de reglas del Conecta Cuatro y muestra lo que dicen sus reglas
cli-rules-check-about = Dice si un archivo de reglas es correcto y todo lo que tiene mal
cli-rules-check-file = El archivo de reglas; @rules y @heuristic vienen incluidos
cli-rules-report-about = Muestra qué reglas saltan en una posición, dónde, y qué columna eligen
cli-rules-report-file = El archivo de reglas; @rules y @heuristic vienen incluidos
cli-rules-report-level = Con qué nitidez se ven los puntos: 1 muy borrosos, 2 un poco, 3 exactos
cli-rules-report-html = Escribe además el informe como página en este archivo
cli-rules-show-about = Muestra un archivo de reglas; de los incluidos, también para qué sirve cada regla
cli-rules-show-file = El archivo de reglas; @rules y @heuristic están incluidos
cli-stress-about = Mide lo rápido que juega este equipo al Hex con cada algoritmo, con un procesador y con todos (Hextress)
cli-stress-sizes = Los tamaños de los tableros, separados por comas; de 3 a 6 con solo puentes y hasta 8 en los niveles si nadie lo dice
cli-stress-levels = Cómo juega, separado por comas: bridges (solo puentes, pero más lejos), normal, expert; todos si nadie lo dice
cli-stress-save = Guarda la medición en este archivo
cli-stress-compare = Pone lado a lado las mediciones de estos archivos; con --sizes, --levels o --save se mide además este equipo
cli-stress-html = Escribe además la tabla y las gráficas como página en este archivo
cli-bench-about = Mide lo rápidas que son las reglas
cli-bench-playouts-about = Juega partidas al azar con un procesador y las cuenta
cli-bench-playouts-seconds = Cuánto tiempo, en segundos
cli-help-about = Explica un comando
cli-help-command = El comando
cli-completions-about = Escribe lo que un intérprete de órdenes necesita para completar estos comandos
cli-completions-shell = El intérprete: bash, zsh, fish, powershell o elvish
cli-manual-about = Escribe una página de manual de cada comando, para man
cli-manual-folder = La carpeta en la que se escriben las páginas
cli-manual-written = Hay { $pages } páginas en { $folder }.
cli-manual-name = Nombre
cli-manual-synopsis = Sinopsis
cli-manual-arguments = Argumentos
cli-manual-options = Opciones
cli-manual-commands = Comandos
cli-manual-examples = Ejemplos
cli-manual-see = Véase también
cli-licences-about = Dice de quién es lo que forma parte de este programa, y en qué condiciones
cli-licences-texts = Muestra las licencias enteras
cli-licences-own = Ludoteca, sus redes, sus problemas y su libro: { $licence }.
cli-licences-others = { $libraries ->
        [one] Una biblioteca ajena forma parte de este programa:
       *[other] { $libraries } bibliotecas ajenas forman parte de este programa:
    }
cli-licences-texts-where = ludoteca licences --texts muestra las licencias enteras.
cli-arg-game = El juego, o gdl:ARCHIVO para uno que describe un archivo; ludoteca games los muestra todos
cli-arg-position = Una posición en la notación del juego, o @ARCHIVO para leerla de un archivo, también el final de una partida en SGF, XML o JSON
cli-arg-time = Segundos para pensar
cli-arg-nodes = Posiciones que puede mirar
cli-arg-seed = El número del que sale el azar; con el mismo número, el mismo resultado
cli-arg-json = Responde con un documento JSON
cli-arg-data = La carpeta donde se guardan tus partidas; si nadie lo dice, el lugar habitual de tu sistema
cli-arg-force = Escribe encima de lo que ya haya
cli-arg-lang = El idioma: en o es; si nadie lo dice, el del sistema
cli-arg-languages = Una carpeta con más idiomas, en archivos como fr.ftl
cli-arg-help = Muestra esta ayuda
cli-arg-version = Muestra la versión
cli-with-default = { $help } (por defecto: { $value })
cli-option = { $help } ({ $games })
cli-option-game = { $game }: { $range }
cli-option-game-default = { $game }: { $range }; por defecto, { $value }
cli-heading-usage = Uso:
cli-heading-commands = Comandos
cli-heading-arguments = Argumentos
cli-heading-options = Opciones
cli-usage-options = [OPCIONES]
cli-value-command = COMANDO
cli-value-game = JUEGO
cli-value-player = JUGADOR
cli-value-position = POS
cli-value-letters = LETRAS
cli-value-levels = NIVELES
cli-value-seconds = SEGUNDOS
cli-value-depth = PROFUNDIDAD
cli-value-file = ARCHIVO
cli-value-format = FORMATO
cli-value-folder = CARPETA
cli-value-host = DIRECCIÓN
cli-value-port = PUERTO
cli-value-token = PALABRA
cli-value-net = RED
cli-value-shell = INTÉRPRETE
cli-value-name = NOMBRE
cli-value-level = NIVEL
cli-value-lang = IDIOMA
cli-value-sizes = TAMAÑOS
cli-value-n = N
cli-value-value = VALOR
cli-see = Mira { $command } --help.
cli-allowed-seconds = un número de segundos mayor que 0
cli-allowed-time = un número de segundos mayor que 0 y hasta 1.000.000.000
cli-bad-value = «{ $value }» no encaja en { $option }. { $see }
cli-no-value = A { $option } le falta su valor. { $see }
cli-value-unwanted = { $option } no lleva valor. { $see }
cli-unknown-option = Aquí no hay ninguna opción «{ $option }». { $see }
cli-unknown-option-near = Aquí no hay ninguna opción «{ $option }». ¿Querías decir { $near }? { $see }
cli-extra-word = «{ $word }» es una palabra de más. { $see }
cli-unknown-command = No hay ningún comando «{ $name }». Hay { $list }.
cli-unknown-command-near = No hay ningún comando «{ $name }». ¿Querías decir { $near }?
cli-no-command = Falta un comando. Hay { $list }.
cli-missing = Falta algo: { $list }. { $see }
cli-twice = { $option } aparece dos veces; basta con una.
cli-conflict = { $one } y { $two } se excluyen.
cli-not-text = En la línea de comandos hay una palabra que no es texto.
cli-not-understood = No entiendo este comando. { $see }
cli-broken = Algo se ha roto dentro de Ludoteca, en { $place }; cuéntanoslo, por favor: { $what }
cli-output = No se puede escribir la respuesta: { $why }
cli-input = No se puede leer la entrada: { $why }
cli-file = { $file }: { $why }
cli-file-too-large = { $file }: es demasiado grande; un archivo para un jugador tiene como mucho { $most } bytes.
cli-in-file = { $file }: { $why }
cli-file-other-game = El archivo tiene una partida de { $game }.
cli-file-option = El archivo tiene una partida con { $name } { $value }, y se ha pedido { $given }.
cli-convert-first = El archivo tiene { $games } partidas, y esta es la primera. Con --game N se toma otra.
cli-convert-done = La partida está en { $file }.
cli-convert-pixels-png = --pixels dice el ancho de una imagen y solo va con --to png.
cli-no-text-for-terminal = Lo que sale no es texto y aquí nadie podría leerlo. Di un archivo con --out.
cli-library-head-id = Nombre
cli-library-head-game = Juego
cli-library-head-first = Primero
cli-library-head-second = Segundo
cli-library-head-result = Resultado
cli-library-head-plies = Jugadas
cli-library-head-touched = Última vez
cli-library-none = En { $folder } no hay partidas así.
cli-library-some = { $shown } de { $of } partidas. Con --limit N se ven más.
cli-library-hidden = { $games ->
    [one] Hay otra partida que no se puede leer; ludoteca library check dice por qué.
   *[other] Hay otras { $games } partidas que no se pueden leer; ludoteca library check dice por qué.
}
cli-library-export-what = ¿Qué partidas? Nómbralas, o pide las de un juego con --game, o todas con --all.
cli-library-export-where = En { $format } cada partida es un archivo: di con --out una carpeta para ellas.
cli-library-there = { $file } ya existe. Con --force se escribe encima.
cli-library-exported = { $games ->
    [one] Hay una partida en { $file }.
   *[other] Hay { $games } partidas en { $file }.
}
cli-library-leaves-out = { $games ->
    [one] Queda fuera de una partida, porque en { $format } no cabe: { $what }
   *[other] Queda fuera de { $games } partidas, porque en { $format } no cabe: { $what }
}
cli-library-others = { $games ->
    [one] Una partida de otro juego no se puede escribir como { $format } y queda fuera.
   *[other] { $games } partidas de otros juegos no se pueden escribir como { $format } y quedan fuera.
}
cli-library-refused = { $id }: { $why }
cli-library-not-all-exported = { $refused ->
    [one] Una partida no se ha exportado.
   *[other] { $refused } partidas no se han exportado.
}
cli-library-game-refused = { $file }, partida { $number }: { $why }
cli-library-added = { $file }: añadidas { $added }, ya estaban { $there }, rechazadas { $refused }.
cli-library-not-all-added = { $refused ->
    [one] Se ha rechazado un archivo o una partida.
   *[other] Se han rechazado { $refused } archivos o partidas.
}
cli-library-stopped = Parado. Lo que consta como añadido lo está; la misma orden sigue con el resto.
cli-library-whole = { $games ->
    [0] El archivo está sano y no tiene ninguna partida.
    [one] El archivo está sano, y también la única partida que tiene.
   *[other] El archivo está sano, y también sus { $games } partidas.
}
cli-library-damaged = { $faults ->
    [one] Se ha encontrado un daño
   *[other] Se han encontrado { $faults } daños
} ({ $games ->
    [one] una partida revisada
   *[other] { $games } partidas revisadas
}). Antes de hacer nada más, guarda una copia de la carpeta.
cli-library-backed-up = { $games ->
    [one] En { $file } hay una copia con una partida.
   *[other] En { $file } hay una copia con las { $games } partidas.
}
cli-in-line = { $file }, línea { $line }: { $why }
cli-file-empty = { $file }: no contiene ninguna posición.
cli-io-missing = no existe.
cli-io-denied = no tienes permiso.
cli-io-folder = es una carpeta.
cli-io-not-folder = una parte de la ruta no es una carpeta.
cli-io-full = el disco está lleno.
cli-io-read-only = el disco es de solo lectura.
cli-io-not-text = no es texto.
cli-side = { $name } ({ $letter })
cli-to-move = Juega { $side }.
cli-win-in = { $plies ->
    [one] gana ya
   *[other] gana en { $plies } jugadas, contando las de los dos
}
cli-loss-in = { $plies ->
    [one] pierde ya
   *[other] pierde en { $plies } jugadas, contando las de los dos
}
cli-serve-ready = Ludoteca está abierta. Ctrl-C la cierra.
cli-serve-open-network = También pueden entrar otras máquinas de tu red.
cli-no-home = No sé dónde guardar tus partidas. Di una carpeta con --data.
cli-games-list = Jugadores: { $list }
cli-games-default = { $range } (por defecto: { $value })
cli-range = { $low }–{ $high }
cli-range-up = { $low } o más
cli-range-words = cualquier texto
cli-range-file = un archivo
cli-games-players = Jugadores
cli-games-after = Un jugador se escribe nombre o nombre:clave=valor,clave=valor; por ejemplo, mcts:playouts=500.
cli-perft = { $depth ->
    [one] Hay { $nodes } maneras de jugar una jugada, contadas en { $seconds } s.
   *[other] Hay { $nodes } maneras de jugar { $depth } jugadas, contadas en { $seconds } s.
}
cli-perft-turns = { $depth ->
    [one] Un turno puede acabar en { $nodes } posiciones, por { $sequences } series de pasos; contadas en { $seconds } s.
   *[other] Se pueden jugar { $depth } turnos de { $nodes } maneras si los que acaban igual son uno, por { $sequences } series de pasos; contadas en { $seconds } s.
}
cli-bench = { $games } partidas al azar en { $seconds } s: { $rate } partidas y { $moves } jugadas por segundo.
cli-bench-cpu = De ellos, { $seconds } s de procesador: { $rate } partidas y { $moves } jugadas por segundo de su tiempo.
cli-think-over = En esta posición la partida ha terminado; no hay nada que pensar. { $reason }
cli-solve-told = { $outcome ->
    [win] { $side } gana con el mejor juego.
    [loss] { $side } pierde contra el mejor juego.
    [draw] Con el mejor juego no gana nadie.
   *[other] Juega { $side }: no dio tiempo a averiguar quién gana.
}
cli-solve-score = Puntuación: { $score }
cli-solve-move = { $outcome ->
    [win] gana
    [loss] pierde
    [draw] empata
   *[other] no se sabe
}
cli-book-write-about = Escribe el libro para leer, en los dos idiomas, como una carpeta de páginas en la que cada tablero es un dibujo recién hecho
cli-book-write-dir = La carpeta
cli-book-written = { $pages } páginas están en { $folder }.
cli-book-stopped = Parado. { $done } de { $all } posiciones están resueltas; la misma orden sigue desde aquí.
cli-book-made = El libro está en { $file }: { $bytes } bytes.
cli-book-note = una línea es el número de una posición de este libro, un espacio y su puntuación de −21 a 21
cli-book-wrong = El libro se equivoca en la posición { $position }.
cli-book-right = El libro está bien: { $count } posiciones hasta la jugada { $plies }, cada una tan buena como su mejor sucesora; { $solved } de la última jugada resueltas otra vez.
cli-think-progress = { $ply }  { $value }  { $nodes } posiciones
cli-think-move = Juega { $ply }.
cli-think-lines = Lo que espera:
cli-think-counts = { $nodes ->
    [one] Una posición en { $seconds } s.
   *[other] { $nodes } posiciones en { $seconds } s.
}
cli-think-depth = { $depth ->
    [one] { $counts } Ha mirado una jugada por delante.
   *[other] { $counts } Ha mirado { $depth } jugadas por delante.
}
cli-match-stronger = { $player } es más fuerte.
cli-match-open = Por ahora no se puede decir quién es más fuerte.
cli-match-nothing = No se ha jugado ninguna partida hasta el final.
cli-match-player = Jugador
cli-match-won = Ganadas
cli-match-drawn = Tablas
cli-match-lost = Perdidas
cli-match-above = A está { $diff } puntos Elo por encima de B; de { $low } a { $high } con una certeza del 95 %.
cli-match-below = A está { $diff } puntos Elo por debajo de B; de { $low } a { $high } con una certeza del 95 %.
cli-match-counts = { $games ->
    [one] Una partida en { $seconds } s; quien empezaba ganó { $first }.
   *[other] { $games } partidas en { $seconds } s; quien empezaba ganó { $first }.
}
cli-match-repeated = { $games ->
    [one] Una partida es igual que otra anterior y no dice nada nuevo; los puntos Elo la cuentan una vez.
   *[other] { $games } partidas son iguales que otras anteriores y no dicen nada nuevo; los puntos Elo cuentan cada una una sola vez.
}
cli-match-forfeits = { $forfeits ->
    [one] Una partida se perdió por un fallo del programa, no en el tablero.
   *[other] { $forfeits } partidas se perdieron por un fallo del programa, no en el tablero.
}
cli-match-fault = Partida { $game }, la pierde { $player }: { $reason }
cli-match-stopped = Parado después de { $games } de { $of } partidas.
cli-play-trouble = La partida espera. Con Intro { $side } lo intenta otra vez; nivel JUGADOR sienta a otro; también valen deshacer, guardar y salir.
cli-play-resigns = { $side } se rinde.
cli-play-welcome = Escribe tu jugada, o ayuda para ver qué más puedes hacer.
cli-play-player = { $side }: { $player }
cli-play-your-turn = Te toca, { $side }.
cli-play-plays = { $side } juega { $ply }.
cli-play-plays-guess = { $side } juega { $ply }. Se da { $value }.
cli-play-plays-proved = { $side } juega { $ply }. Demostrado: { $value }.
cli-play-values = Sus valores:   { $list }
cli-play-score = Marcador: jugador 1 ({ $one }) { $ones }, jugador 2 ({ $two }) { $twos }, tablas { $draws }.
cli-play-again = ¿Otra partida? (sí o no; Intro: no)
cli-play-again-how = Responde sí o no.
cli-play-sides-change = Se cambian los bandos: ahora empieza quien era segundo.
cli-choose-player = Jugador { $number }, { $side }:
cli-choose-which = ¿Quién juega? (un número del 1 al { $most }, o un jugador como mcts:playouts=500; Intro: { $usual })
cli-choose-range = Los jugadores van del 1 al { $most }.
cli-choose-level = ¿Nivel? ({ $list }; Intro: { $usual })
cli-choose-file = ¿Archivo de reglas? (Intro: { $usual })
cli-choose-ready = Jugador { $number } listo: { $player }
cli-choose-input-ended = La entrada termina aquí, antes de elegir a todos; no hay partida.
cli-play-thinks = { $side } piensa
cli-play-refused = «{ $word }»: { $why }
cli-play-won = Gana { $side }. { $reason }
cli-play-drawn = Tablas. { $reason }
cli-play-input-ended = { $moves ->
    [one] La entrada termina aquí, después de una jugada, y la partida también.
   *[other] La entrada termina aquí, después de { $moves } jugadas, y la partida también.
}
cli-play-bye = Hasta la próxima.
cli-play-moves = Ahora puedes jugar: { $list }
cli-word-hint = Muestra una buena jugada
cli-word-undo = Deshace tu última jugada y la respuesta
cli-word-redo = Vuelve a jugar lo que has deshecho
cli-word-level = Dice quién juega y con qué fuerza; nivel 2 o nivel mcts:playouts=100 la cambia
cli-word-swap = Se queda con la primera jugada, en los juegos que lo permiten
cli-word-save = Guarda la partida: guardar ARCHIVO; si acaba en .sgf, .xml o .json, en ese formato
cli-word-end = Termina tu turno, en los juegos con turnos de varios pasos
cli-word-resign = Abandona la partida
cli-word-help = Muestra esto
cli-word-quit = Sale de la partida
cli-play-level-help = Para cambiarlo: nivel NÚMERO, nivel JUGADOR, nivel primero JUGADOR o nivel segundo JUGADOR.
cli-games-levels = Niveles: { $list }
cli-play-levels = Niveles: { $list }
cli-play-level-none = { $player } no tiene niveles.
cli-play-level-range = { $player } tiene niveles del 1 al { $most }.
cli-play-level-whose = Di cuál: nivel primero JUGADOR o nivel segundo JUGADOR.
cli-play-no-end = En este juego un turno es una jugada; no hay nada que terminar.
cli-play-no-swap = En este juego no se cambia de bando.
cli-play-no-swap-now = Ahora no puedes cambiar.
cli-play-saved = Guardada en { $file }.
cli-play-save-where = Di dónde: guardar ARCHIVO.
cli-play-save-board = Esta partida empezó con un tablero ya colocado, y una lista de jugadas no puede decir eso. No se ha guardado nada.
cli-play-save-other = { $file } ya existe y no es una partida de Ludoteca. No se ha guardado nada; elige otro nombre.

## Archivos de partidas

page-save = Guardar
page-save-sgf = SGF, para cualquier programa de Hex
page-save-xml = XML, para otros programas
page-save-json = JSON, para programar
page-save-text = Texto, para ludoteca play
page-save-c4 = Columnas jugadas
page-save-arimaa = Acta de Arimaa, para cualquier programa de Arimaa
page-save-pdn = PDN, para cualquier programa de damas
page-save-seen = El tablero como lo ves ahora (SVG)
page-save-svg = La posición como imagen (SVG)
page-save-png = La posición como imagen (PNG)
page-save-hexworld = Copiar un enlace de HexWorld
page-save-link = El enlace
file-part-variations = variantes
file-part-comments = comentarios
file-part-line-names = nombres de variantes
file-part-signs = signos
file-part-marks = marcas y flechas
file-part-colours = colores de las marcas
file-part-times-used = tiempo por jugada
file-part-times-left = tiempo que quedaba
file-part-values = valores
file-part-players = nombres de los jugadores
page-open = Abrir una partida
page-open-about = Un archivo SGF, PDN, XML o JSON, un acta de Arimaa, un enlace de HexWorld o un juego descrito en GDL. También puedes soltar un archivo en cualquier sitio de esta página.
page-open-choose = Elegir un archivo
page-open-link = Un enlace, o el texto de un archivo
page-open-go = Abrir
page-open-done = La partida está abierta.
file-unread = Aquí no hay sitio para esto que dice el archivo: { $names }.
file-first-game = El archivo tiene { $games } partidas, y aquí está abierta la primera.

file-at = Línea { $line }, columna { $column }: { $why }
file-move = Jugada { $number }: { $why }
file-too-large = El archivo pasa de { $most } MB, y ninguna partida necesita tanto.
file-not-text = A partir de aquí el archivo no es texto en UTF-8.
file-unknown = Esta no es una partida que Ludoteca sepa leer. Lee Hex de archivos SGF y enlaces de HexWorld, Arimaa de sus actas, damas inglesas de archivos PDN, y cualquier juego de XML, de JSON y de lo que escribe «guardar».
file-several-games = El archivo tiene { $games } partidas, y aquí hace falta una. «ludoteca convert ARCHIVO --game N --to FORMATO --out NUEVO» pone una de ellas en un archivo propio.
file-no-such-game = Aquí no hay partida { $number }: el archivo tiene { $games ->
        [one] 1 partida
       *[other] { $games } partidas
    }.
file-turn = Aquí le toca a { $side }.
file-black = Negro
file-white = Blanco
file-moves-only = Este formato solo guarda jugadas desde el comienzo habitual, y esta partida empezó en un tablero preparado. SGF, XML y JSON sí pueden guardarla.
file-left-out = Se ha dejado fuera, porque este formato no tiene sitio para ello: { $comments ->
        [one] 1 comentario
       *[other] { $comments } comentarios
    } y { $variations ->
        [one] 1 variante
       *[other] { $variations } variantes
    }.
format-unknown = No hay un formato «{ $name }»; hay { $list }.
format-not-of-game = { $game } no se puede escribir como { $name }, solo como { $list }.
hex-unequal = Aquí un tablero de Hex tiene los lados iguales, y este tiene { $columns } columnas y { $rows } filas.
hex-no-pass = En Hex no se pasa.
sgf-no-tree = Un archivo SGF lleva su partida entre paréntesis, «(;» y lo que siga, y aquí no hay ninguna.
sgf-not-closed = El archivo termina antes de cerrar los paréntesis.
sgf-unexpected = «{ $found }» no significa nada aquí; sí lo harían «;», «(», «)» o una propiedad como B[f6].
sgf-no-value = Después de «{ $name }» falta un valor entre corchetes, como { $name }[f6].
sgf-value-open = Este valor no termina nunca: falta el corchete que lo cierra.
sgf-other-game = Este archivo es de otro juego, el número { $game } de SGF; Hex es el 11.
sgf-size = «{ $found }» no es un tamaño; SZ[11] sí lo sería.
sgf-colour = «{ $found }» no es un color; B y W sí lo son.
sgf-not-a-cell = «{ $found }» no es una casilla de este tablero.
sgf-late-setup = Las fichas se preparan antes de la primera jugada, no entre jugadas.
hexworld-empty = Este enlace no lleva ninguna partida: la partida va después de «#».
hexworld-size = Un enlace empieza con el tamaño del tablero, por ejemplo 11.
hexworld-unexpected = «{ $found }» no significa nada aquí.
hexworld-special = «{ $found }» no es nada que escriba HexWorld: tiene :s y :S para el cambio, :rb y :rw para quien se rinde, :fb y :fw para quien pierde por ausencia.
xml-not-a-game = Una partida empieza con <game name="…">.
xml-not-a-game-but = Una partida empieza con <game name="…">, y esto es <{ $found }>.
xml-after-game = Después de </game> no hay nada más.
xml-no-name = <game> tiene que decir qué juego es: name="hex".
xml-cell = El tablero no tiene ninguna casilla { $found }.
xml-time = { $found } no es un tiempo: son milisegundos, un número entero.
xml-doctype = Un tipo de documento (<!DOCTYPE …>) no se lee, porque puede hacer crecer sin fin un archivo pequeño. Quítalo.
xml-broken = Esto no es XML bien formado.
xml-end-tag = Esto no es XML bien formado: aquí debería estar </{ $expected }>, no </{ $found }>.
xml-entity = No se conoce «&{ $name };». Hay &amp;, &lt;, &gt;, &quot;, &apos; y caracteres por su número.
xml-inside = <{ $name }> solo lleva palabras.
xml-element = <{ $name }> no es parte de una partida; hay player, position, comment, move, variation y result.
xml-attribute = <{ $element }> no tiene { $name }.
xml-attributes = Un elemento tiene { $most } atributos como mucho.
xml-stray = Entre las jugadas no hay otras palabras; pueden ir en un <comment>.
xml-not-closed = El archivo termina antes de </game>.
xml-variation = Una <variation> va después de la jugada a la que podría sustituir.
xml-late = <{ $name }> va antes de la primera jugada y del primer comentario.
xml-result-aside = El resultado es el de toda la partida, no el de una variante.
json-ends = Aquí se acaba el texto, y falta algo por cerrar: un paréntesis, una llave o unas comillas.
json-none = Esto no está escrito como JSON.
json-broken = Esto es JSON, pero no el de una partida: aquí hay algo que no es de este sitio.
json-unknown = Esto es JSON, pero no el de una partida: una partida no tiene «{ $name }».
json-missing = A este JSON de una partida le falta «{ $name }».
json-end = Una partida no acaba por «{ $by }»; lo que hay: resigned, late, illegal, crash, stall, garbage, memory, forfeited y unsaid con el bando que ha perdido, adjudicated, agreed, interrupted.
json-after = «after» es el número de una jugada anterior, menor que { $number }, o 0 para el comienzo.

## PDN

pdn-tag = Una etiqueta es un nombre y su valor entre comillas, [White "Ana"], y esta no lo es.
pdn-other-game = Este archivo es de otra clase de damas, la número { $kind } de PDN; las inglesas son la 21.
pdn-comment-open = Este comentario no acaba: falta la llave que lo cierra.
pdn-variation-open = Esta variante no acaba: falta el paréntesis que la cierra.
pdn-not-open = Aquí no hay ninguna variante abierta que cerrar.
pdn-no-move-before = Una variante va después de la jugada a la que sustituye, y aquí no hay ninguna.

## Estudios

study-rules = Regla por regla
study-rules-about = Cada columna del Conecta Cuatro gana sus puntos con reglas que cualquiera puede leer.
study-perfect = Demostrar con síes y noes
study-perfect-about = ¿Cuánto vale la posición? El programa solo pregunta si vale más que un número, hasta que queda uno.
study-distance = El camino más corto
study-distance-about = Desde una orilla, la búsqueda avanza una ficha más cada vez, hasta dar con la otra orilla.
study-dijkstra = Dos caminos más cortos
study-dijkstra-about = Lo que le falta a cada bando, y cómo una ficha cambia las dos cuentas.
study-hexodus = Conexiones y corriente
study-hexodus-about = Qué fichas están ya como unidas, paso a paso desde las vecinas hasta cadenas enteras; después, la corriente que pasa de orilla a orilla.
study-proof = Números de prueba
study-proof-about = Cuántas posiciones faltan para demostrarlo y cuántas para refutarlo: la búsqueda va siempre adonde menos falta.
study-neural = Una red y lo que la corrige
study-neural-about = De un vistazo la red sabe qué jugadas prometen; cada variante que se prueba lo confirma o lo corrige, hasta que otra jugada le gusta más.
study-strong = Arimaa, paso a paso
study-strong-about = Lo que ven los detectores de metas y capturas antes de buscar nada, y los turnos que se siguen cada vez más lejos.
study-ants = Una colonia de hormigas
study-ants-about = Una hormiga tras otra recorre la partida, elige por el rastro y por la vista, y deja su propio rastro.
study-minimax = Minimax hasta el final del tres en raya
study-minimax-about = Cuatro casillas libres: cada línea se sigue hasta su final y los valores suben.
study-alphabeta = Alfa-beta en el tres en raya
study-alphabeta-about = Las mismas cuatro casillas: se corta lo que ya no puede cambiar la elección, y se dice por qué.
study-minimax-hex = Minimax en Hex
study-minimax-hex-about = Tres jugadas por delante en un tablero de tres por tres: de las respuestas cuenta la de menor valor.
study-alphabeta-hex = Alfa-beta en Hex
study-alphabeta-hex-about = Las mismas tres jugadas con α y β: cuánto no hace falta mirar.
study-mcts = Jugar al azar y contar
study-mcts-about = Veinticuatro partidas al azar del tres en raya: cómo crece el árbol y con qué suma se elige cada jugada.
study-mcts-hex = Partidas al azar de Hex
study-mcts-hex-about = Un árbol mayor en un tablero de cuatro por cuatro: las jugadas buenas se prueban más veces.

## Hexodus

level-normal = Normal
player-hexodus = Ve qué fichas están como unidas, deja pasar corriente de orilla a orilla y mira algunas jugadas por delante. Según el programa de 2007, con sus dos niveles y sus dos algoritmos; se añaden regiones donde hay que jugar, casillas que se rellenan sin coste, una anchura fija, límites para las resistencias, el método de Cholesky en lugar del de Gauss y, en su mejor nivel, el solucionador y lo que valen las formas alrededor de una casilla.
key-hexodus-level = Cuánto piensa: una jugada por delante por las fichas que faltan en los caminos más cortos (beginner), dos por los circuitos de lo que se toca (casual), con puentes (club) o con las conexiones de siempre (normal), tres con más conexiones (expert), o primero con el solucionador y después por las jugadas más prometedoras mientras le dure el tiempo (master)
key-hexodus-table = Memoria para el solucionador del nivel master, en megabytes
key-hexodus-eval = Cómo juzga una posición: por la resistencia de los dos circuitos (circuit), por las fichas que faltan en los caminos más cortos sobre conexiones (path), o por los circuitos y lo que hay donde pasa su corriente, con pesos ajustados (fitted); como su nivel si nadie lo dice
key-hexodus-width = Cuántas jugadas mira en tableros mayores de 6 por 6
key-hexodus-mode = Cómo se exploran las primeras jugadas, con la misma mejor jugada y el mismo valor: una tras otra con poda entre ellas (sequential), cada una en un hilo y sin esa poda (parallel), la primera sola y las demás en hilos contra su valor (shared), o según los hilos, los procesadores y el tablero (auto)
layer-connections = Conexiones virtuales
connections-won = { $side } ha unido sus orillas, haga lo que haga el otro bando; hacen falta como mucho { $moves } jugadas de los dos.
connections-wins = { $side } une sus orillas si juega { $cell }.
connections-open = Nadie ha unido aún las orillas. Señala una línea para ver las casillas que necesita.
connections-whole = aguanta aunque mueva primero el otro bando
connections-semi = aguanta si mueve primero su propio bando
layer-must-play = Dónde jugar
must-play-some = { $count ->
    [one] { $side } tiene que jugar en la única casilla marcada: con cualquier otra jugada { $other } une sus orillas.
   *[other] { $side } tiene que jugar en una de { $count } casillas: con cualquier otra jugada { $other } une sus orillas.
}
must-play-none = Juegue donde juegue { $side }, { $other } une sus orillas.
must-play-label = hay que jugarla
must-play-reason = Todas las formas en que { $other } uniría sus orillas a continuación necesitan esta casilla.
layer-inferior = Casillas que no hace falta probar
inferior-sentence = { $count ->
    [one] No hace falta probar una casilla. Señálala para ver por qué.
   *[other] No hace falta probar { $count } casillas. Señala una para ver por qué.
}
inferior-dead = muerta
inferior-dead-reason = { $cell } está muerta: se juegue lo que se juegue a su alrededor, ninguna ficha ahí une nada.
inferior-captured = como si fuera de { $side }
inferior-captured-reason = { $cell } es como si fuera de { $side }: si { $other } juega ahí, { $side } responde al lado y la ficha queda muerta.
inferior-answered = tiene respuesta
inferior-answered-reason = Si { $side } juega { $cell }, { $other } responde { $better } y la ficha queda muerta.
inferior-dominated = hay otra mejor
inferior-dominated-reason = { $better } da a { $side } todo lo que da { $cell }.
layer-current = Corriente de { $side }
current-most = El { $percent } por ciento de la corriente de { $side } pasa por { $cell }. La resistencia es { $resistance }.
current-joined = { $side } está unido: no hay resistencia.
current-none = No pasa corriente: a { $side } no le queda camino.
hexodus-circuit = La corriente encuentra de orilla a orilla una resistencia de { $red } para Rojo y de { $blue } para Azul. E = { $blue } / { $red } = { $ratio }; su logaritmo es { $log }, y cuanto mayor, mejor para Rojo.
hexodus-by-circuit = los circuitos
hexodus-by-path = los caminos más cortos sobre conexiones
hexodus-by-fitted = los circuitos y lo que hay donde pasa su corriente
hexodus-promise-current = la corriente de su casilla
hexodus-promise-fitted = la corriente de su casilla, lo que hay alrededor y dónde se acaba de jugar
hexodus-fitted = Lo que vale cada forma alrededor de una casilla son pesos de unas tablas, ajustados a posiciones de partidas que había jugado y juzgado nuestra propia red. Mientras juega no se pregunta a ninguna red.
hexodus-width = Mira { $depth } jugadas por delante, hasta { $width } jugadas en cada posición: las de más corriente que aún pueden salvar la partida. Entonces juzga por { $judge }.
hexodus-whole = Mira { $depth } jugadas por delante, todas las que aún pueden salvar la partida. Entonces juzga por { $judge }.
hexodus-explores = Si ya había mirado la respuesta del rival, parte de lo que vio entonces. Cada vez sigue por la jugada que más promete, según { $promise } y lo que ha salido de ella hasta entonces, mientras le dura el presupuesto; la posición nueva la juzga por { $judge }. Antes tuvo su parte el solucionador, que no decidió la partida, y al final se le vuelve a preguntar si la jugada encontrada pierde. Si vuelve a menudo a una posición, halla de nuevo sus conexiones, más lejos cuanto más a menudo, y ahí los caminos pueden compartir casillas que una ficha en uno de sus extremos capturaría.
hexodus-sequential = Las primeras jugadas se exploran una tras otra, cada una contra la mejor hasta entonces, de modo que alfa-beta poda también en el primer nivel.
hexodus-parallel = { $threads ->
    [one] Cada primera jugada se explora por sí sola, en un hilo: en el primer nivel no se poda nada.
   *[other] Cada primera jugada se da a uno de { $threads } hilos: en el primer nivel no se poda nada.
}
hexodus-shared = { $threads ->
    [one] La primera jugada se explora sola, y luego las demás en un hilo contra su valor.
   *[other] La primera jugada se explora sola, y luego las demás en { $threads } hilos contra su valor.
}
hexodus-adds = Además de lo que hacía el Hexodus de 2007: antes se rellenan las casillas muertas y capturadas; solo se exploran jugadas de la región donde hay que jugar que ninguna otra hace inútiles, y por encima de 6 por 6 una anchura fija de ellas; las resistencias se hallan con el método de Cholesky en lugar del de Gauss y se juzgan de { $least } a { $most }.
hexodus-limits = Las conexiones se guardan hasta unos límites que el proyecto de 2007 no menciona. Virtuales entre dos extremos: { $fulls }; semiconexiones: { $semis }; casillas de cada una: { $cells }; semiconexiones que reúne OR: { $ors }.
hexodus-opens = La primera jugada sale de una tabla: el centro, o con intercambio una casilla que a ningún bando le alegra.
hexodus-swaps = La primera ficha es fuerte, así que la toma para sí.
hexodus-keeps = Las orillas están unidas, por una conexión virtual o por la prueba del solucionador. Desde ahora se responde a cada jugada en ella.
hexodus-lost = El otro bando ha unido sus orillas, por una conexión virtual o por la prueba del solucionador. Solo queda hacer que lo demuestre.
hexodus-tree = { $ply } resulta la mejor. Cada rama muestra lo que vale y la mejor respuesta.

# El jugador neural y los archivos de redes
player-neural = Ha aprendido solo, jugando contra sí mismo: una red ve de un vistazo dónde jugar y quién está mejor, y una búsqueda lo comprueba. En Hex, tras medio millón de partidas y con las conexiones y el solucionador al lado, es el más fuerte de la casa; Conecta Cuatro, Breakthrough y Arimaa tienen sus propias redes, y a los demás juegos juega con las que hace ludoteca train. En sus niveles suaves se le escapa lo mismo que a las personas.
level-child = Primeros pasos
level-pupil = Aprendiz
level-improver = Mejorando
level-hobby = Constante
level-regular = Habitual
level-keen = Entusiasta
level-skilled = Hábil
level-league = De liga
level-veteran = Veterano
level-strong = Fuerte
level-full = A plena fuerza
key-neural-level = Cuánta fuerza tiene: hasta strong juega lo que ve de un vistazo y, a veces, una jugada peor, más a menudo y peor cuanto más débil; como expert juega lo que mejor parece de ese vistazo; después prueba las jugadas: unas pocas (veteran), más (master) o las que le dé tiempo (full)
key-neural-net = La red que mira: hex-6x64 es rápida, hex-8x128 ve más y tarda cinco veces más; o un archivo tuyo. Si nadie lo dice, la primera para pensar poco y la segunda para pensar más
key-neural-net-own = La red que mira: la del programa, o un archivo tuyo como los que hace ludoteca train
key-neural-net-needed = El archivo de la red que mira, como los que hace ludoteca train: para este juego el programa no trae ninguna
key-neural-looks = Posiciones que mira su red en cada jugada; si nadie lo dice, las de su nivel. Con 1 juega de un vistazo
key-neural-temperature = Con qué facilidad juega algo peor cuando juega de un vistazo: con 0, siempre lo mejor
key-neural-view = Cuántas jugadas tiene en cuenta cuando juega de un vistazo
key-neural-resign = Si abandona cuando ya no hay esperanza
key-neural-table = Sitio para las demostraciones del solucionador, en megabytes
layer-policy = A primera vista
layer-left-out = Descartadas
layer-stones = Fichas que importan
neural-policy = A primera vista jugaría { $cell }, con un { $percent } %.
neural-policy-other = A primera vista jugaría { $cell }, con un { $percent } %. Después de probar prefiere { $chosen }, que tenía un { $less } %.
neural-left-out = { $count ->
    [one] Hay una jugada que no prueba: pierde con seguridad, o hay otra al menos igual de buena.
   *[other] Hay { $count } jugadas que no prueba: pierden con seguridad, o hay otra al menos igual de buena.
}
neural-left-out-label = no la prueba
neural-left-out-reason = No hace falta probar { $cell }: por las conexiones o por una demostración pierde, o hay otra jugada al menos igual de buena.
neural-refuted-reason = Ha probado { $cell } y pierde con seguridad.
neural-stones = La que más importa es { $cell }: sin esa ficha su bando ganaría un { $percent } % menos.
neural-first = Quien pueda quedarse con la primera ficha no debería ganar nada con ello: esta casilla vale más o menos lo mismo para los dos.
neural-set-up = Coloca sus piezas como se ha visto que funcionan; a la red solo le pregunta cuando empieza el juego.
neural-swap = La primera ficha vale más que la segunda: se queda con ella.
neural-glance = Ha jugado lo que ha visto de un vistazo, sin probar nada.
neural-proof = Lo que juega es seguro: una conexión de orilla a orilla o una demostración del solucionador decide la partida.
neural-searched = De un vistazo se daba un { $seen } %. Después de probar { $looks ->
    [one] una jugada
   *[other] { $looks } jugadas
} se da un { $mean } %.
neural-how = A la red solo se le enseña lo que hay en el tablero; lo demás lo ha aprendido sola. Lo suyo es una estimación; lo que está demostrado, se dice.
neural-tree = La que más ha probado es { $ply }. Cada rama dice cuántas veces y con qué resultado, con las respuestas que más ha probado.
layer-expected = Lo que espera
neural-disagrees = A primera vista daba a { $ply } un { $percent } %, y queda descartada con seguridad: por las conexiones, por el solucionador o por lo que ha probado pierde, o hay otra jugada al menos igual de buena.
neural-expected = Espera estas { $count } jugadas.
neural-story = La red ve de un vistazo qué jugadas prometen. Cada variante que prueba lo corrige, y juega la que más ha probado.
neural-story-values = Las cifras del árbol son la probabilidad de ganar de quien mueve en la raíz; «5 ×», que se ha probado cinco veces.
neural-kind-new = ve
neural-kind-visit = prueba
neural-kind-choose = prefiere
neural-told-first = A primera vista lo mejor parece { $ply }: de cada cien veces, la red la jugaría { $percent }. Todavía no ha probado nada.
neural-told-first-brief = ve { $ply }
neural-told-prior = { $ply }: a primera vista la red la jugaría { $percent } de cada cien veces.
neural-told-drawn = { $times ->
    [one] { $ply } se ha probado una vez.
   *[other] { $ply } se ha probado { $times } veces.
}
neural-times = { $times } ×
neural-told-try = { $looks ->
    [one] Prueba { $ply } por primera vez; en el tablero, lo que espera. Le ve { $value }.
   *[other] Prueba { $ply } una vez más ({ $looks } en total) y mira más lejos: ahora le ve { $value }.
}
neural-told-try-brief = { $ply }, { $looks } ×
neural-told-better = Ahora prefiere { $ply } a { $before }.
neural-told-better-brief = prefiere { $ply }
neural-told-chosen = Es la que más ha probado.
neural-told-end = Juega { $ply }. { $why }
neural-told-end-brief = juega { $ply }
neural-told-move = Jugada
neural-told-seen = A primera vista
neural-told-looks = Pruebas
neural-told-value = Vale ahora
neural-told-curve = Parte de { $ply }
net-no-net = no contiene ninguna red
net-version = es de la versión { $version }, y aquí solo se conoce la { $known }
net-damaged = está dañado
net-impossible = ninguna red se construye así
net-refused = No se puede usar { $file }: { $why }.
net-of-another = La red de { $file } se hizo para otro juego.
neural-no-net = El programa no trae ninguna red para { $game }, así que neural necesita una: net=FICHERO. ludoteca train { $game } --minutes 30 --out FICHERO hace una en media hora.
neural-no-board = Ninguna red puede ver el tablero de este juego ({ $game }): tiene que tener casillas, en 19 filas y columnas como mucho, y no demasiadas clases de piezas.
figure = { $value }

## Hextress
stress-differs = En { $size }×{ $size } las partidas difieren en la jugada { $number }: { $first } en la primera y { $again } en otra, aunque todos los algoritmos tienen que jugar lo mismo. Por favor, avísanos.
cli-stress-here = este equipo
cli-stress-nothing = Parado antes de medir el primer tablero.
cli-stress-stopped = Parado. Hay { $boards } de { $all } tableros medidos.
cli-stress-saved = La medición está en { $file }.
cli-stress-written = La página está en { $file }.
cli-stress-not-json = no es JSON a partir de la línea { $line }, columna { $column }.
cli-stress-not-object = no es una medición: esta es un objeto, como lo escribe stress --save.
cli-stress-missing = falta el campo { $field }.
cli-stress-wrong = { $field } tiene que ser { $expected }.
cli-stress-expects-text = un texto
cli-stress-expects-list = una lista
cli-stress-expects-whole = un número entero desde { $low }
cli-stress-expects-size = un número entero de { $low } a { $high }
cli-stress-expects-level = uno de { $list }
cli-stress-expects-rows = una lista con al menos un tablero
cli-stress-expects-row = un objeto con los tiempos de un tablero
cli-stress-expects-moves = una lista de jugadas, cada una como texto
cli-stress-twice = tiene dos veces el tablero { $size }×{ $size }.
cli-stress-machine = { $processors ->
    [one] Un procesador ({ $cpu }), { $memory } GiB de memoria, { $os }; Ludoteca { $version }.
   *[other] { $processors } procesadores ({ $cpu }), { $memory } GiB de memoria, { $os }; Ludoteca { $version }.
}
cli-stress-numbered = { $number } { $name }: { $machine }
cli-stress-wins-parallel = { $level }: el algoritmo paralelo es más rápido en { $boards }.
cli-stress-wins-sequential = { $level }: el algoritmo secuencial es más rápido en { $boards }.
cli-stress-wins-neither = { $level }: da lo mismo en { $boards }.
cli-stress-pays = { $level }: a partir de { $board } compensa el algoritmo paralelo.
cli-stress-pays-not = { $level }: en ninguno de estos tableros llega a compensar el algoritmo paralelo.
cli-stress-level = Nivel
cli-stress-bridges = Solo puentes
cli-stress-shared = compartido
cli-stress-positions = posiciones
cli-stress-more = { $times }×
cli-stress-board = Tablero
cli-stress-mode = Modo
cli-stress-parallel = paralelo
cli-stress-sequential = secuencial
cli-stress-faster = más rápido
cli-stress-fastest = el más rápido
cli-stress-games = partidas
cli-stress-times = { $mode }, { $times }×
cli-stress-equal = igual
cli-decimal = { $whole },{ $decimals }
cli-stress-unit = Segundos de una partida, la mediana de todas las que se jugaron en ese tablero y ese modo. Las partidas cortas se repiten.
cli-stress-algorithms = hexodus jugó contra sí mismo, las mismas jugadas con todos los algoritmos. El paralelo da cada primera jugada a un procesador y pierde la poda entre ellas: la columna de posiciones dice cuántas veces más mira. El compartido explora sola la primera, y las demás en todos los procesadores contra su valor. El secuencial explora una tras otra en un procesador.
cli-stress-settings = Con solo puentes mira { $bridges } jugadas por delante, para que también los tableros pequeños le den algo que buscar. El nivel Normal mira { $normal } y el Experto { $expert }; con sus conexiones ven a través de los tableros pequeños, donde no hay nada que repartir.
cli-stress-other-games = Las partidas difieren en { $boards }, como puede pasar entre versiones: ahí los tiempos no son del mismo trabajo.
cli-stress-title = Hextress: lo rápido que juega el equipo
cli-stress-title-several = Hextress: equipos lado a lado
cli-stress-linear = { $level }: segundos de una partida
cli-stress-logarithmic = { $level }: lo mismo en escala logarítmica
cli-stress-table = Todos los tiempos
cli-stress-axis = segundos
cli-stress-point = { $board }, { $mode }: { $seconds } s

## Lecciones
lesson-drawing = Sobre el tablero
lesson-ring = mira aquí
lesson-ring-why = La casilla de la que habla la lección.
lesson-broken = Esta lección nombra una casilla o un extremo que su tablero no tiene.
lesson-none = No hay tal lección.
lesson-outside = Este ejercicio se juega en las casillas de las que trata: las iluminadas.
lesson-begins = { $side } juega { $reply }. Te toca.
lesson-right = { $own } es correcta. { $side } prueba { $reply }; te toca.
lesson-wrong = { $side } responde { $reply } y ya no es posible. { $n ->
    [one] La respuesta era { $better }.
   *[other] Servía cualquiera de estas: { $better }.
}
lesson-lost = { $side } responde { $reply } y ya no es posible.
lesson-turn-over = El turno ha terminado y aún no está hecho. Deshaz un paso o empieza de nuevo.
link-whole = unidos, haga lo que haga el otro
link-semi = unidos, si juega antes su bando

lesson-checkers-men = Los peones
lesson-checkers-men-about = Una casilla en diagonal, siempre hacia delante.
lesson-checkers-men-1 = Cada bando tiene doce peones en las casillas oscuras, numeradas del 1 al 32. Empiezan las negras (del 1 al 12). Quien se queda sin jugada, porque le han comido o bloqueado todas las piezas, pierde.
lesson-checkers-men-2 = Llevas las negras y vas hacia los números más altos. Un peón va una casilla en diagonal hacia delante. Lleva el tuyo de la 14 a la 18: pulsa el peón y después la casilla.
lesson-checkers-men-2-done = Los peones nunca vuelven atrás. Lo que dejas atrás, atrás se queda.
lesson-checkers-take = Comer es obligatorio
lesson-checkers-take-about = Quien puede comer tiene que hacerlo, y hasta el final.
lesson-checkers-take-1 = Una pieza come saltando sobre un enemigo contiguo a la casilla libre de detrás. Quien puede comer tiene que comer: prueba primero a mover el peón de la 1, y después come con el otro.
lesson-checkers-take-1-done = El peón de la 1 tuvo que esperar. Ofreciendo una pieza puedes obligar al otro bando a ir adonde tú quieras.
lesson-checkers-take-2 = Si donde acaba un salto puede empezar otro, se sigue en la misma jugada. Entre varias maneras de comer eliges cualquiera, no solo la más larga. Aquí come dos piezas en una jugada: pulsa las casillas una tras otra, o arrastra hasta la última.
lesson-checkers-take-2-done = Una jugada, dos piezas. También se podía comer con el otro peón.
lesson-checkers-crown = La coronación
lesson-checkers-crown-about = Un peón en la última fila se convierte en dama.
lesson-checkers-crown-1 = Un peón que llega a la última fila se corona. Lleva el tuyo a la 31.
lesson-checkers-crown-1-done = Ahora es una dama, y va hacia delante y hacia atrás.
lesson-checkers-crown-2 = La jugada que corona acaba ahí, aunque una dama pudiera seguir saltando. Come con tu peón.
lesson-checkers-crown-2-done = La pieza de la 27 sigue ahí: la dama nueva tiene que esperar a su próxima jugada.
lesson-checkers-king = Las damas
lesson-checkers-king-about = En los dos sentidos, de casilla en casilla.
lesson-checkers-king-1 = Una dama va y come en los dos sentidos, pero nunca más lejos que un peón: una casilla, o un salto tras otro. Come el peón que tienes detrás.
lesson-checkers-king-1-done = Una dama en el centro alcanza cuatro casillas; en el borde, dos, y en una esquina, una.
lesson-checkers-king-2 = En una cadena una dama puede girar en cada salto, e incluso volver a donde empezó. Come las cuatro.
lesson-checkers-king-2-done = Cuatro piezas, y está donde estaba. Las dos vueltas valían lo mismo; al escribirla se nombran todas las casillas.
lesson-checkers-block = Sin jugada
lesson-checkers-block-about = Quien no puede mover ha perdido.
lesson-checkers-block-1 = A las blancas les queda un peón, en la 12. Bloquéalo: ve adonde no pueda pasar ni comer.
lesson-checkers-block-1-done = En la 8 le cortas el paso, y detrás de ti la 3 no está libre, así que no puede saltar. Las blancas no tienen jugada y han perdido.

lesson-breakthrough-moves = Cómo se mueven las piezas
lesson-breakthrough-moves-about = Una casilla hacia delante, en recto o en diagonal.
lesson-breakthrough-moves-1 = Cada bando empieza con dos filas de piezas. Empiezan las blancas, hacia los números más altos; las negras vienen hacia ellas. Gana quien lleva una pieza a la última fila.
lesson-breakthrough-moves-2 = Llevas las blancas. Una pieza va una casilla hacia delante, en recto o en diagonal, nunca de lado ni hacia atrás. Lleva la tuya a d3: pulsa la pieza y después la casilla.
lesson-breakthrough-moves-2-done = Todo va hacia delante: ninguna jugada se puede desandar.
lesson-breakthrough-take = Comer
lesson-breakthrough-take-about = Solo en diagonal, nunca en recto.
lesson-breakthrough-take-1 = Una pieza come en diagonal hacia delante, como un peón de ajedrez, pero no está obligada. En recto no come nada: la pieza de c3 te corta el paso. Come la otra.
lesson-breakthrough-take-1-done = Dos piezas juntas defienden cada una las casillas de delante de la otra; dos frente a frente no se mueven.
lesson-breakthrough-stop = Detén a la que corre
lesson-breakthrough-stop-about = Una fila antes del final hay que comerla.
lesson-breakthrough-stop-1 = La pieza negra de d2 llega a la fila 1 con su próxima jugada: tiene tres casillas, y no puedes cerrarlas todas. Cómela.
lesson-breakthrough-stop-1-done = Una pieza en casa captura a quien llega a las casillas que tiene delante en diagonal; unas pocas pueden detener a quien corre. Quien las manda todas adelante no tiene a nadie allí.
lesson-breakthrough-race = La carrera
lesson-breakthrough-race-about = Cuenta las jugadas.
lesson-breakthrough-race-1 = Aquí nadie puede alcanzar a nadie: es una carrera. Necesitas dos jugadas, y las negras también; pero te toca a ti. Gana.
lesson-breakthrough-race-1-done = Cuenta las jugadas de los dos; si son las mismas, gana quien empieza.
lesson-breakthrough-race-2 = Dos piezas negras esperan en casa. Cada una guarda las casillas que tiene en diagonal delante. Encuentra el camino entre las dos.
lesson-breakthrough-race-2-done = Una pieza a la que ningún enemigo llega a tiempo ya ha ganado, por muchas que haya en otra parte.

lesson-arimaa-goal = La meta
lesson-arimaa-goal-about = Un conejo en el otro extremo gana.
lesson-arimaa-goal-1 = Cada bando tiene, de más a menos fuerte, un elefante, un camello, dos caballos, dos perros, dos gatos y ocho conejos. Oro los coloca en las filas 1 y 2 como quiere; después Plata, en las filas 7 y 8. Gana quien lleva un conejo al otro extremo: Oro a la fila 8, Plata a la fila 1.
lesson-arimaa-goal-2 = Eres Oro. Nadie se interpone en el camino de tu conejo de b5: llévalo a b8. Pulsa el conejo y después la casilla a la que va.
lesson-arimaa-goal-2-done = Eso gana la partida en cuanto acaba el turno. Si un conejo puede llegar en un turno es lo primero que hay que mirar, en los dos bandos.

lesson-arimaa-steps = Los pasos
lesson-arimaa-steps-about = Un turno tiene de uno a cuatro pasos.
lesson-arimaa-steps-1 = Un paso va a una casilla libre contigua: arriba, abajo, a la izquierda o a la derecha, nunca en diagonal. En un turno tienes hasta cuatro pasos, de una pieza o de varias. Lleva el elefante de d4 a f5.
lesson-arimaa-steps-1-done = Tres pasos, y queda uno: úsalo o termina el turno. Un turno tiene que cambiar algo; no se puede pasar.
lesson-arimaa-steps-2 = Los conejos van hacia delante y de lado, nunca hacia atrás. El camino de tu conejo de d4 está cortado: llévalo a e5, rodeando al otro.
lesson-arimaa-steps-2-done = De lado y luego hacia delante. Lo que un conejo ha avanzado no lo puede desandar solo; pero pueden empujarlo o tirar de él hacia atrás.

lesson-arimaa-push = Empujar
lesson-arimaa-push-about = Una pieza más fuerte aparta a una más débil.
lesson-arimaa-push-1 = Tu elefante de d4 está junto a un enemigo más débil, el perro de d5. Empújalo a d6: pulsa tu elefante, después el perro y después d6. O empieza por el perro: púlsalo, después d6, y que el elefante lo siga.
lesson-arimaa-push-1-done = Primero va el perro y tu elefante ocupa su lugar. Un empujón lleva dos pasos del mismo turno y hay que completarlo.
lesson-arimaa-push-2 = Solo empuja una pieza más fuerte: ni una igual ni una más débil. ¿Cuál de tus piezas puede empujar al caballo a e5? Pruébalas.
lesson-arimaa-push-2-done = El camello es más fuerte que el caballo; el perro no. Al elefante no lo empuja nadie: nada es más fuerte.

lesson-arimaa-pull = Tirar
lesson-arimaa-pull-about = Una pieza más fuerte arrastra tras de sí a una más débil.
lesson-arimaa-pull-1 = Ahora al revés. Ve con tu elefante de d4 a d3, y podrás tirar del perro de al lado hasta d4: te lo ofrece un botón, o arrastra el perro hasta allí.
lesson-arimaa-pull-1-done = Tirar también lleva dos pasos. A diferencia de un empujón, no hace falta completarlo: el paso solo es legal.
lesson-arimaa-pull-2 = Lo arrastrado va a la casilla que se dejó, vaya a donde vaya tu pieza. Tira del gato hasta d5 con tu caballo yendo a e5.
lesson-arimaa-pull-2-done = Una pieza que completa un empujón no puede además tirar con ese paso.

lesson-arimaa-traps = Las trampas
lesson-arimaa-traps-about = Una pieza sola en una trampa se pierde.
lesson-arimaa-traps-1 = c3, f3, c6 y f6 son trampas. Una pieza en una trampa sin ningún amigo al lado se retira en el acto, la mueva quien la mueva. Empuja al perro de b6 a la trampa.
lesson-arimaa-traps-1-done = Capturado. En Arimaa no hay otra manera de tomar una pieza.
lesson-arimaa-traps-2 = Un amigo junto a la trampa mantiene viva una pieza. Tu gato de f3 tiene un solo guardián, el perro de e3. Lleva el perro a e5 sin perder el gato.
lesson-arimaa-traps-2-done = Primero otro guardián; después el perro pudo irse. El tablero te avisa cuando una pieza en una trampa tiene un solo guardián.

lesson-arimaa-freeze = Congelar
lesson-arimaa-freeze-about = Los fuertes retienen a los débiles, salvo que estén acompañados.
lesson-arimaa-freeze-1 = Tu caballo de d4 está junto a un enemigo más fuerte y sin ningún amigo al lado: está congelado y no puede moverse. Aun así congela a otros, y pueden empujarlo y tirar de él.
lesson-arimaa-freeze-2 = Basta un amigo, por débil que sea. Lleva el gato junto al caballo y después ve con el caballo a e4.
lesson-arimaa-freeze-2-done = Libre. Las piezas que van juntas rara vez se congelan; los conejos que corren solos, casi siempre.

lesson-arimaa-ends = Otros finales
lesson-arimaa-ends-about = El último conejo, quedarse sin turno y la repetición.
lesson-arimaa-ends-1 = Un bando sin conejos ha perdido. En b6 está el último conejo de Plata: captúralo.
lesson-arimaa-ends-1-done = Ganada. Si los dos bandos perdieran su último conejo en un mismo turno, ganaría quien hizo el turno.
lesson-arimaa-ends-2 = Quien no tiene ningún turno legal ha perdido. Un turno no puede dejar el tablero como estaba, ni traer por tercera vez la misma posición con el mismo bando por mover. No hay empates. Ya conoces todas las reglas.

lesson-hex-goal = El objetivo
lesson-hex-goal-about = Une tus dos orillas.
lesson-hex-goal-1 = Dos colores ponen por turnos una ficha en cualquier casilla vacía; las fichas no se mueven. Rojo une las orillas de las filas 1 y 5, Azul las de las columnas a y e. Aquí Rojo tiene una cadena de orilla a orilla, marcada con anillos, y ha ganado.
lesson-hex-goal-2 = Ahora tú. Eres Rojo y empiezas. Une la orilla de la fila 1 con la de la fila 3. En un tablero tan pequeño hay cinco casillas que ganan contra todo: busca una.
lesson-hex-goal-2-done = Tu cadena va de orilla a orilla: has ganado. El centro casi siempre es un buen sitio, porque desde allí una cadena puede ir por muchos lados.

lesson-hex-bridge = El puente
lesson-hex-bridge-about = Dos fichas que nadie puede separar.
lesson-hex-bridge-1 = c2 y b4 no se tocan y, sin embargo, es como si estuvieran unidas. Entre ellas hay dos casillas, b3 y c3. Si Azul ocupa una, Rojo ocupa la otra.
lesson-hex-bridge-2 = Pruébalo. Eres Rojo y Azul acaba de entrar en el puente. Mantén unidas c2 y b4.
lesson-hex-bridge-2-done = Eso es un puente: dos caminos, y Azul solo puede cerrar uno.
lesson-hex-bridge-3 = Los puentes se suman en una cadena. d2 tiene un puente con la orilla de la fila 1 y otro con c4, y c4 otro con b6, que está en la otra orilla. No hay dos que compartan casilla. Responde a cada ataque hasta unir las orillas.
lesson-hex-bridge-3-done = Has ganado con muchas menos fichas de las que pedía una cadena maciza. Los puentes son la forma más rápida de cruzar el tablero sin que te corten.

lesson-hex-intrusion = Entrar en un puente
lesson-hex-intrusion-about = Responde enseguida, y cuidado con dos puentes en una casilla.
lesson-hex-intrusion-1 = Azul ha entrado en tu puente por c3. Si no hay nada más importante en juego, responde enseguida: queda una casilla que une c2 y b4.
lesson-hex-intrusion-1-done = Unidas. Azul, con todo, ha ganado una ficha en c3: quien entra en un puente quiere esa ficha para otra cosa.
lesson-hex-intrusion-2 = Aquí dos puentes de Rojo comparten c3. Cada uno aguanta por separado; los dos juntos, no. Ahora eres Azul: separa b4 de d3.
lesson-hex-intrusion-2-done = Cortado. Una ficha en la casilla común ataca los dos puentes y Rojo solo puede salvar uno. Antes de contar con dos conexiones, mira que no compartan casilla.

lesson-hex-second-row = La segunda fila
lesson-hex-second-row-about = Un puente con la orilla.
lesson-hex-second-row-1 = c4 está en la segunda fila desde la orilla de Rojo. Dos casillas llevan hasta ella, b5 y c5. Es un puente cuyo otro extremo es la orilla misma.
lesson-hex-second-row-2 = Lo mismo vale para Azul en la orilla de la columna a: b3 está unida a ella por a3 y a4.
lesson-hex-second-row-3 = Eres Rojo. Mantén c4 unida a la orilla de la fila 5.
lesson-hex-second-row-3-done = Unida. Las orillas cuentan como fichas de su color, así que todo lo dicho de los puentes vale también allí.

lesson-hex-ziggurat = El zigurat
lesson-hex-ziggurat-about = Una ficha en la tercera fila y ocho casillas libres.
lesson-hex-ziggurat-1 = Una ficha en la tercera fila está unida a la orilla si estas ocho casillas están libres. Por su forma se le llama zigurat. Un patrón así junto a la orilla es una plantilla: se aprende la forma y no hace falta calcular.
lesson-hex-ziggurat-2 = Eres Rojo. Azul entra donde más duele. Mantén d5 unida a la orilla de la fila 7.
lesson-hex-ziggurat-2-done = Unida. Dentro de las ocho casillas hay respuesta a cada ataque, y lo que pase fuera no importa.
lesson-hex-ziggurat-3 = No sobra ninguna de las ocho casillas. Aquí Azul ya tiene b7. Eres Azul: separa d5 de la orilla de la fila 7.
lesson-hex-ziggurat-3-done = Cortado. Antes de fiarte de una plantilla, mira si todas sus casillas están libres.

lesson-hex-fourth-row = La cuarta fila y la quinta
lesson-hex-fourth-row-about = Más lejos de la orilla hace falta mucho más sitio.
lesson-hex-fourth-row-1 = Una sola ficha en la cuarta fila también puede estar unida a la orilla, pero mira el sitio que necesita: diecinueve casillas libres, todas ellas. En un tablero lleno rara vez hay tanto.
lesson-hex-fourth-row-2 = Con dos fichas basta menos. d4 tiene un puente con c6, en la segunda fila, y esta con la orilla: cuatro casillas. Eres Rojo: mantén d4 unida a la orilla de la fila 7.
lesson-hex-fourth-row-2-done = Unida. Casi todas las plantillas se construyen así, con otras más pequeñas que no comparten casilla.
lesson-hex-fourth-row-3 = Hasta en la quinta fila puede una sola ficha estar unida a la orilla. Necesita treinta y cuatro casillas libres, y Azul la rompe en cuanto falta una. Nadie calcula eso ante el tablero: lo ha demostrado el programa que resuelve.

lesson-hex-ladder = Escaleras
lesson-hex-ladder-about = Una carrera a lo largo de la orilla, a una fila de ella.
lesson-hex-ladder-1 = Rojo quiere llegar a la orilla de la fila 7 y Azul va un paso por delante. Cada ficha roja amenaza con bajar, cada azul lo impide, y las dos corren junto a la orilla. Eso es una escalera. Al acabar, Azul tiene un muro a lo largo de toda la orilla.
lesson-hex-ladder-2 = Eres Azul. Rojo avanza por la segunda fila; no le dejes llegar a la orilla de la fila 7.
lesson-hex-ladder-2-done = Se acabó la escalera: Rojo no ha bajado y tus fichas forman una cadena. Una escalera sin salida solo ayuda a quien va por debajo.

lesson-hex-escape = Salidas de escalera
lesson-hex-escape-about = Una ficha que espera al final de la escalera.
lesson-hex-escape-1 = La misma escalera, pero Rojo tiene en f6 una ficha que ya está unida a la orilla. La escalera va a parar a ella. Una ficha así es una salida: ponla antes de empezar la escalera, mejor con una jugada que además amenace otra cosa.
lesson-hex-escape-2 = Eres Rojo y te toca. Lleva la escalera hasta tu salida.
lesson-hex-escape-2-done = Unida. No empieces una escalera antes de tener su salida: cada paso le da también una ficha a Azul.

lesson-hex-blocks = Bloqueos
lesson-hex-blocks-about = Para frenar una cadena, no te pegues a ella.
lesson-hex-blocks-1 = d3, de Rojo, va hacia la orilla de la fila 6. Lo primero que se ocurre es ponerse justo delante, en c4. Demasiado cerca: Rojo lo rodea sin más.
lesson-hex-blocks-2 = Compruébalo. Eres Rojo y Azul ha bloqueado en c4. Une d3 con la orilla de la fila 6.
lesson-hex-blocks-2-done = Lo rodeas y bajas. Una ficha que toca a la del rival rara vez la detiene.
lesson-hex-blocks-3 = Mejor esperar más lejos. c5 está a la sombra de d3, donde caería su puente. b6, tres filas más allá y a un lado, es el bloqueo clásico: venga Rojo por donde venga, queda cerca.
lesson-hex-blocks-4 = Eres Azul: detén a d3 antes de la orilla de la fila 6. En este tablero lo logran tres casillas; de las que tocan la ficha, solo la del lado abierto.
lesson-hex-blocks-4-done = Detenida. Y como no hay empates, un bloqueo perfecto es una conexión tuya: parar a Rojo es unir izquierda y derecha.

lesson-hex-must-play = Dónde hay que jugar
lesson-hex-must-play-about = Donde se cruzan dos amenazas.
lesson-hex-must-play-1 = Eres Azul y Rojo amenaza con llegar a la orilla de la fila 5: con b4 tendría un puente a cada lado. Para parar esta amenaza tienes que jugar en una de sus cinco casillas.
lesson-hex-must-play-2 = Rojo tiene otra amenaza: c3, con un zigurat detrás. Para parar esta tienes que jugar en una de estas nueve casillas.
lesson-hex-must-play-3 = Solo las casillas que las dos amenazas necesitan pueden parar las dos. Todo lo demás pierde. Eres Azul: no dejes que c2 llegue a la orilla de la fila 5.
lesson-hex-must-play-3-done = Eso es. Primero busca las amenazas del rival y después mira solo donde se cruzan: te ahorra casi todo el cálculo.

lesson-hex-swap = El intercambio
lesson-hex-swap-about = Uno parte el pastel y el otro elige.
lesson-hex-swap-1 = Quien empieza tiene mucha ventaja. Con el intercambio, el segundo puede quedarse con la primera ficha: se vuelve azul, al otro lado de la diagonal larga. Rojo ha abierto en el centro. Eres Azul: gana.
lesson-hex-swap-1-done = Has ganado con la ficha que Rojo se había puesto. Una apertura demasiado buena es un regalo.
lesson-hex-swap-2 = Ahora Rojo empieza en la esquina. ¿Vale la pena esa ficha? Eres Azul: gana.
lesson-hex-swap-2-done = Has ganado. Con el intercambio, una apertura justa no es ni muy fuerte ni muy débil; suele estar cerca de una orilla.

lesson-hex-no-draw = Por qué no hay empate
lesson-hex-no-draw-about = Un tablero lleno tiene una cadena, y quien empieza puede ganar.
lesson-hex-no-draw-1 = Llena el tablero como quieras: exactamente un color tiene una cadena. Para cortar del todo al otro necesitas una cadena tú. Por eso en el hex no hay empate y alguien puede siempre forzar la victoria.
lesson-hex-no-draw-2 = Es quien empieza. Supón que el segundo supiera ganar: el primero podría jugar cualquier cosa, olvidarla y usar ese plan; una ficha de más nunca estorba. Lo descubrió John Nash en 1949, y no dice cómo. En cuatro por cuatro puedes averiguarlo: eres Rojo, gana.
lesson-hex-no-draw-2-done = Has ganado. Hasta nueve por nueve los ordenadores conocen todas las aperturas que ganan, y en diez por diez unas pocas; en once por once nadie conoce el camino que tiene que existir.

page-learn = Aprender
page-learn-game = Aprende { $game }
page-learn-about = Lecciones cortas en un tablero que responde.
page-learn-count = { $done } de { $of ->
    [one] { $of } hecha
   *[other] { $of } hechas
 }
page-learnt = hecha
page-lesson-of = Lección { $n } de { $of }
page-lesson-step = Paso { $n } de { $of }
page-lesson-board = Tablero de la lección: { $lesson }
page-lesson-you = Juegas con { $side }
page-lesson-better = habría sido correcta
page-lesson-lost = Ya no es posible. Deshaz o inténtalo otra vez.
page-lesson-back = Atrás
page-lesson-back-when = Desde el segundo paso
page-lesson-again = Otra vez
page-lesson-next = Seguir
page-lesson-end = Siguiente lección
page-lesson-skip = Saltar este paso
page-lesson-free = puedes jugar aquí
page-lesson-turn = Te toca.

## Arimaa: el jugador fuerte

player-strong = Busca en Arimaa paso a paso hasta donde le llega el tiempo, atento a metas, trampas, piezas congeladas y rehenes.
key-turns-limit = Cuántos turnos mira por delante como mucho; si nadie lo dice, hasta donde le llegue el tiempo
key-nodes-limit = Cuántas posiciones mira como mucho para un turno
layer-plan = Turno planeado
layer-captures = Capturas posibles
layer-terms = Qué habla a favor de quién
strong-plan = Planea { $turn }: { $worth }. Es una intuición, no una prueba.
strong-plan-win = { $turn } gana a la fuerza.
strong-plan-loss = { $turn } es lo que más aguanta, pero la partida está perdida.
strong-threat = Se puede capturar
strong-threat-why = El { $kind } de { $square } se puede capturar en { $steps ->
    [one] un paso
   *[other] { $steps } pasos
}.
strong-terms-even = Los dos bandos están igual de bien.
strong-terms = { $side } va por delante por { $rabbits } conejos.
strong-term = Qué
strong-worth = Para Oro, en conejos
strong-material = Piezas
strong-rabbits = Número de conejos
strong-squares-rabbit = Lugares de los conejos
strong-squares-cat = Lugares de los gatos
strong-squares-dog = Lugares de los perros
strong-squares-horse = Lugares de los caballos
strong-squares-camel = Lugar del camello
strong-squares-elephant = Lugar del elefante
strong-trap-home = Guardianes de las trampas propias
strong-trap-away = Guardianes de las trampas lejanas
strong-trap-control = Quién domina las trampas
strong-in-danger = Piezas que pueden capturarse
strong-exposed = Camello y caballos lejos de ayuda
strong-strongest-guard = Guardián más fuerte de una trampa
strong-frozen = Piezas congeladas
strong-hostage = Rehenes junto a una trampa
strong-held = Retenidas por menos que el elefante
strong-framed = Encerradas en una trampa
strong-threatened = Amenazadas junto a una trampa
strong-elephant-mobility = Libertad del elefante
strong-rabbit-lane = Camino de los conejos adelantados
strong-rabbit-run = Conejos a punto de correr
strong-tempo = Tener el turno
cli-train-about = Hace que un jugador aprenda de partidas contra sí mismo: una red para neural; en Arimaa, los pesos de strong
cli-train-minutes = Cuánto tiempo juega y aprende
cli-train-out = El archivo en el que se escribe el resultado
cli-train-games = Con tantas partidas basta
cli-train-from = El archivo con el que empieza. Si nadie lo dice, la red sigue con --out si ya está ahí y, si no, se hace de nuevo; los pesos empiezan con los del programa
cli-train-learn_from = Partidas jugadas por personas, de las que aprende primero, una vez por cada lugar: un archivo de partidas en cualquier formato, o la carpeta de datos de serve con todas las suyas de este juego. Sirven las terminadas que empiezan con las mismas opciones
cli-train-others = { $used ->
    [one] Se puede aprender de una de { $games } partidas.
   *[other] Se puede aprender de { $used } de { $games } partidas.
}
cli-train-net = Cómo se construye una red nueva, en bloques x canales: 3x32 si nadie lo dice, y 2x16 para dos minutos o menos
cli-train-nodes = Cuántas posiciones mira en cada jugada, 64 si nadie lo dice; en Arimaa, en cada turno, 30000
cli-train-jobs = Cuántas partidas se juegan a la vez; tantas como procesadores si nadie lo dice
cli-train-not-for-weights = { $option } es para redes, y el jugador de Arimaa aprende pesos.
cli-allowed-net = bloques x canales, como 3x32: hasta 20 bloques de 16, 32, 48, 64, 96 o 128 canales
cli-train-progress = { $games } partidas, { $positions } posiciones; se equivoca en { $policy } (jugadas) y { $value } (resultados)
cli-train-learnt = { $games } partidas, { $positions } posiciones. Contra la red con la que empezó: { $wins } ganadas, { $draws } en tablas, { $losses } perdidas. La red está en { $file }, y el próximo entrenamiento sigue con ella; neural:net={ $file } juega.
cli-train-kept = { $games } partidas, { $positions } posiciones. La red está en { $file }, y el próximo entrenamiento sigue con ella; neural:net={ $file } juega.
net-other-game = Esa red se hizo para otro juego, o está construida de otra manera.
net-checkpoint = Lo que se guardó junto a la red para seguir no se puede usar: { $why }. Sin ese archivo, el entrenamiento sigue solo con la red.
cli-train-no-games = Ninguna partida llegó a su fin, así que no se aprendió nada. No se ha escrito nada.
cli-train-done = { $games } partidas, { $positions } posiciones. Error medio { $before } antes, { $after } después. Los pesos están en { $file }.
weights-not-whole = { $file } no es un archivo de pesos completo: ludoteca train arimaa escribe uno.
key-weights = Un archivo de pesos para la evaluación, como lo escribe ludoteca train; los del programa si nadie lo dice

## Problemas de Arimaa

puzzle-goal-in-one = Juega { $side }: lleva un conejo a su meta en este turno.
puzzle-goal-in-two = Juega { $side }: sea cual sea la respuesta, un conejo ha de llegar a su meta en el turno siguiente.
puzzle-defend = Juega { $side }: el otro bando está a punto de llevar un conejo a su meta. Impídelo.
puzzle-capture-dog = Juega { $side }: captura un perro en este turno, sin dejar que el otro bando llegue a su meta.
puzzle-capture-horse = Juega { $side }: captura un caballo en este turno, sin dejar que el otro bando llegue a su meta.
puzzle-capture-camel = Juega { $side }: captura el camello en este turno, sin dejar que el otro bando llegue a su meta.
puzzle-solved = Resuelto. { $idea }
puzzle-undone = El turno ha terminado y no está hecho. Deshaz un paso o empieza de nuevo.
puzzle-lets-through = Aún no: después el otro bando llega a su meta con { $turn }.
puzzle-held = Aún no: tras { $turn } ningún conejo llega a su meta en el turno siguiente.
page-lesson-hinted = La pista está ahí
puzzle-arimaa-1 = El guardián está en la misma casilla de meta: sácalo tirando de él.
puzzle-arimaa-2 = El camino de frente está cerrado; la columna de al lado, no.
puzzle-arimaa-3 = En la trampa, el caballo vive de su único guardián: quítaselo.
puzzle-arimaa-4 = Un empujón no tiene por qué ir en línea recta: la pieza empujada va a cualquier casilla libre a su lado.
puzzle-arimaa-5 = El conejo está en una trampa con un solo guardián: sin él no hay amenaza.
puzzle-arimaa-6 = El elefante se lleva a quien cierra el paso, y el conejo va por donde estaba.
puzzle-arimaa-7 = Dos pasos del elefante para liberar al conejo, dos del conejo para llegar.
puzzle-arimaa-8 = Acércate al caballo y luego llévalo a la trampa que tiene al lado.
puzzle-arimaa-9 = El conejo está a un paso de la meta: empújalo hacia atrás.
puzzle-arimaa-10 = El camello se acerca a quien cierra el paso y vuelve llevándoselo.
puzzle-arimaa-11 = Hasta un gato libera a un conejo sujeto por piezas más fuertes.
puzzle-arimaa-12 = El caballo sigue al conejo paso a paso, y así nunca está solo.
puzzle-arimaa-13 = Un paso al lado y tres adelante: cuenta antes de buscar otra cosa.
puzzle-arimaa-14 = Donde el conejo se congelaría antes del último paso, se le une un amigo.
puzzle-arimaa-15 = Un conejo congelado está a dos pasos de la meta: los otros dos le traen un amigo.
puzzle-arimaa-16 = El elefante se lleva a quien cierra el paso y muere en la trampa: la meta vale cualquier pieza.
puzzle-arimaa-17 = El caballo se aparta y el conejo pasa por donde estaba.
puzzle-arimaa-18 = Un camello que se acerca a las trampas enemigas sin su elefante está en peligro.
puzzle-arimaa-19 = Tu propio perro ocupa la trampa: tiene que dejar sitio al caballo.
puzzle-arimaa-20 = El elefante pasa por la trampa y arrastra tras de sí al camello.
puzzle-arimaa-21 = Un caballo está congelado junto a la trampa: el elefante lo libera a costa de su propia vida.
puzzle-arimaa-22 = Un gato al lado del conejo lo congela delante de la meta.
puzzle-arimaa-23 = El conejo que puede cerrar el paso está congelado: basta un amigo a su lado durante un paso.
puzzle-arimaa-24 = Hasta a las puertas de la meta, un conejo es más débil que un gato.
puzzle-arimaa-25 = El gato congelado necesita un amigo para poder empujar al conejo.
puzzle-arimaa-26 = Cuando el caballo le abre paso, el conejo se queda solo: que entonces haya un gato a su lado.
puzzle-arimaa-27 = La pieza que está lo bastante cerca es un conejo: que vaya de lado a cerrar el paso.
puzzle-arimaa-28 = A un conejo que corre solo lo detiene cualquier pieza más fuerte a su lado.
puzzle-arimaa-29 = A quien guarda la casilla de meta se le congela ahora y se le aparta en el turno siguiente.
puzzle-arimaa-30 = El caballo guarda a un conejo en la trampa: si se le aparta, pueden caer los dos.
puzzle-arimaa-31 = Es tarde para cerrar la columna del borde, pero desde la de al lado el elefante congela a quien pase.
puzzle-arimaa-32 = El conejo corre hasta sus propias piezas, que le abren paso en el turno siguiente.
puzzle-arimaa-33 = El elefante enemigo está en la otra ala: corre por esta.
puzzle-arimaa-34 = Antes de que corra el conejo, el perro se acerca para guardarle el camino.
puzzle-arimaa-35 = Por el borde, nadie está lo bastante cerca para detener al conejo.
puzzle-arimaa-36 = El elefante llega junto al gato que sujeta al conejo, y ya no hay respuesta a tiempo.
puzzle-arimaa-37 = Cae el gato que congela al conejo, y el elefante queda ya junto a quien cierra el paso.
puzzle-arimaa-38 = El elefante se queda en la trampa: el tiempo que eso ahorra lleva al conejo a la meta.
puzzle-arimaa-39 = Dos empujones en un turno, doblando una esquina.
puzzle-arimaa-40 = Primero el perro a la trampa, luego fuera su último guardián.
puzzle-arimaa-41 = Lleva al camello junto a la trampa, y luego dentro.
puzzle-arimaa-42 = El perro está junto a su propia trampa: el elefante da un rodeo y lo empuja dentro.
puzzle-arimaa-43 = No solo cazan los elefantes: para un perro basta un caballo.
puzzle-arimaa-44 = El elefante aparta a un conejo para llegar al perro y vuelve a empujar.
puzzle-arimaa-45 = Primero tirar, luego empujar: el camello dobla la esquina y cae en la trampa.
puzzle-arimaa-46 = Con los elefantes ocupados en otra parte, nadie puede más que el camello.
puzzle-arimaa-47 = A un paso de la meta: aparta al conejo o ponte tú en la casilla.
puzzle-arimaa-48 = Sujeta al conejo por detrás o llena la fila que tiene delante.
puzzle-arimaa-49 = Cuatro pasos por una fila, y el perro llega a tiempo.
puzzle-arimaa-50 = Un conejo detiene a un conejo: entre iguales no hay empujones.
puzzle-arimaa-51 = Corre al lado del elefante: allí nadie congela al conejo.
puzzle-arimaa-52 = Con el elefante al lado, una trampa es una casilla como otra cualquiera.
puzzle-arimaa-53 = Con el camello al lado, el conejo está a salvo en la trampa, a dos pasos de la meta.
puzzle-arimaa-54 = Primero congela a quienes podrían interponerse, luego corre.

## Experimentos

cli-experiment-about = Responde a una pregunta con muchas pruebas: en una tabla, en CSV y con gráficas
cli-experiment-name = El experimento: hextress, hex-bruteforce, ants-vs-random, ants-readings, ants-variants o arimaa-puzzles; lo que pregunta se ajusta tras dos puntos, como en hextress:largest=5
cli-experiment-out = La carpeta que recibe las filas según llegan y, al final, la tabla, las gráficas y una página; si se empieza otra vez con la misma carpeta, el experimento sigue donde se paró
cli-experiment-games = Por cuántas partidas vale cada fila, donde se juegan partidas: 1000 en ants-vs-random, 100 en ants-readings, 20 en ants-variants si nadie lo dice
cli-experiment-no-games = { $name } no juega partidas, así que no admite --games.
cli-experiment-alone = { $name } mide la máquina en la que corre, así que sus filas no las hacen obreros en otra parte. Ejecútelo en cada máquina y compare los resultados.
cli-experiment-jobs = Cuántas pruebas se hacen a la vez; tantas como procesadores si nadie lo dice
cli-value-experiment = EXPERIMENTO
cli-experiment-unknown = No hay ningún experimento llamado «{ $name }». Hay { $list }.
cli-experiment-goes-on = Continúa: ya se conocen { $done } de { $all } filas.
cli-experiment-nothing = Parado antes de tener la primera fila.
cli-experiment-stopped = Parado con { $done } de { $all } filas. La misma orden sigue desde ahí.
cli-experiment-not-kept = Parado con { $done } de { $all } filas. Con --out se conservarían, y la próxima vez seguiría desde ahí.
cli-experiment-written = Las filas, las gráficas y una página están en { $folder }.
cli-experiment-table = Todos los ajustes
cli-experiment-share = { $share } % ({ $low }–{ $high })
cli-experiment-busy = otro Ludoteca está escribiendo ahí.
cli-experiment-no-ledger = no es un archivo de un experimento. Elige otra carpeta.
cli-experiment-other = tiene filas de { $experiment }, hechas por Ludoteca { $version }, que no van con las nuevas. Elige otra carpeta o bórralo.
cli-experiment-line = la línea { $line } no es una fila de este experimento. Borra esa línea y su prueba se repetirá.
cli-puzzles-title = Problemas de Arimaa: quién los resuelve y con qué rapidez
cli-puzzles-lead = { $puzzles } problemas, { $settings } ajustes. El que más resuelve, { $solved }, es { $best }.
cli-puzzles-thesis = Las dos últimas columnas son las cifras de la tesis (tablas 6.1 a 6.5) en sus ocho problemas, cuyas imágenes se han perdido: los nuestros son otros. De sus hormigas solo dice lo resuelto con el mejor ajuste; alphabeta es de otro programa (Cerón, 2010).
cli-puzzles-printed = ants form=thesis es la colonia tal como se imprimió: una jugada es un turno entero, cada par del camino se actualiza, todos los pesos son 1 y solo la evaluación juzga.
cli-puzzles-own = ants es la nuestra: rastros por pasos, mejora de caminos, material con peso 4 y metas vistas con exactitud.
cli-puzzles-even = ants goals=off,w1=1 es la nuestra con lo mismo que tiene alphabeta: los mismos pesos y ninguna meta que no se encuentre.
cli-puzzles-alphabeta = alphabeta mira todos los turnos, ordenados, hasta su límite; con w1=4 tiene los pesos de nuestra colonia.
cli-puzzles-thesis-solved = tesis: resueltos
cli-puzzles-thesis-most = tesis: máximo, ms
cli-puzzles-overflow = sin memoria
cli-puzzles-of-share = { $solved } de { $tried }, { $share }
cli-times-heading = Milisegundos, problema a problema: { $name }
cli-times-at-once = PT { $time }
cli-times-unsolved = ({ $time })
cli-times-milliseconds = milisegundos
cli-times-thesis-ants = La tesis, tablas 6.1 a 6.3: milisegundos de sus hormigas (hormigas × búsquedas, profundidad; PT: un turno termina la partida)
cli-times-thesis-alphabeta = La tesis, tablas 6.4 y 6.5: poda alfa-beta de Cerón (2010)
cli-puzzles-terminal = Al instante (PT): el turno ganó la partida. En las tablas problema a problema, entre paréntesis lo que no se resolvió.
cli-puzzles-interval = El intervalo de una proporción es el de Wilson, al 95 %.
cli-puzzles-time = Los milisegundos son los del reloj de pared para un turno entero; las pruebas hechas a la vez (--jobs) los alargan un poco.
cli-puzzles-player = Jugador
cli-puzzles-ants = hormigas
cli-puzzles-searches = búsquedas
cli-puzzles-depth = profundidad
cli-puzzles-limit = límite
cli-puzzles-seconds = segundos
cli-puzzles-solved = resueltos
cli-puzzles-share = proporción (95 %)
cli-puzzles-at-once = al instante
cli-puzzles-median = mediana, ms
cli-puzzles-most = máximo, ms
cli-puzzles-of = { $solved } de { $tried }
cli-puzzles-each = Todos los problemas
cli-puzzles-puzzle = Problema
cli-puzzles-grade = grado
cli-puzzles-task = tarea
cli-puzzles-theme = idea
cli-puzzles-solved-title = Problemas resueltos
cli-puzzles-time-title = Tiempo de un turno, en escala logarítmica
cli-puzzles-solved-point = { $setting }: { $solved } de { $tried }, { $share }
cli-puzzles-time-point = { $setting }: { $median } ms de mediana, { $most } ms como máximo
cli-puzzles-family = { $player }, profundidad { $depth }
cli-puzzles-turns = { $limit } turnos
cli-puzzles-timed = { $player } en { $seconds }
cli-puzzles-in-seconds = { $seconds } s
cli-experiment-field = { $game } { $size }×{ $size }
cli-experiment-game = Juego
cli-experiment-count = partidas
cli-experiment-won = ganadas
cli-experiment-lost = perdidas
cli-experiment-drawn = tablas
cli-experiment-point = { $name }: { $share }
cli-chance-title = Hormigas contra el azar
cli-chance-lead = Tal como se imprimió, la colonia gana al menos tanto y pierde como mucho tanto como en la referencia en { $printed } de { $all } juegos; la nuestra, si aprende en cada jugada, en { $held } de { $all }.
cli-chance-player = Todos juegan contra random, con cambio de bando en cada partida; semilla { $seed }.
cli-chance-who = quién
cli-chance-form-thesis = thesis es { $player }: cada fórmula y cada elección como se imprimió. Aprende antes de la partida, cada estado de una partida recibe rastros, unas tablas no son victoria en la deseabilidad y solo los rastros deciden. No se dice ρ: aquí 0,9.
cli-chance-form-before = before es { $player }: nuestra forma, que también aprende antes de la partida, pero añade un estado por partida, cuenta unas tablas como media victoria y juega lo que gana en el acto.
cli-chance-form-move = move es { $player }: la misma forma nuestra, que busca de nuevo en cada jugada.
cli-chance-form-alphabeta = alphabeta es { $player }: mira dos jugadas adelante con la evaluación del juego y no aprende nada.
cli-chance-reference = La referencia es la tabla 6.6 de la tesis: de 100 partidas, las ganadas, perdidas y empatadas por sus hormigas.
cli-chance-readings = Por qué la forma impresa se queda corta, y qué otras lecturas del anexo se han probado, lo dice el experimento ants-readings.
cli-chance-reference-head = referencia
cli-chance-won-share = ganadas (95 %)
cli-chance-lost-share = perdidas (95 %)
cli-chance-holds = alcanzada
cli-chance-yes = sí
cli-chance-no = no
cli-chance-won-title = Partidas que ganan las hormigas
cli-chance-lost-title = Partidas que pierden las hormigas
cli-readings-title = El anexo D de la tesis, leído de muchas maneras
cli-readings-lead = { $all ->
    [0] Ninguna de { $readings } lecturas que aprenden antes de la partida alcanza las cifras de la tesis en los cinco juegos: la impresa en { $printed }, la que más ({ $best }) en { $games }.
   *[other] De { $readings } lecturas que aprenden antes de la partida, { $all } alcanzan las cifras de la tesis en los cinco juegos; la impresa en { $printed }.
}
cli-readings-how = Cada lectura es ants:form=thesis con las claves que se dicen. Una colonia aprende una vez y juega diez partidas contra random, cinco con cada bando; lo que sabe no cambia durante ellas.
cli-readings-known = La razón se ve en la última columna: 8000 partidas de hormigas no recorren más que una parte pequeña de los estados a los que lleva un rival que juega al azar, y donde no ha estado ninguna hormiga ninguna fórmula de rastros puede decir nada. Lo que sale depende de qué se juega ahí, y eso la tesis no lo dice.
cli-readings-rules = La tesis tomó las reglas del sitio de Stanford y no las imprime. La descripción de las damas que se conserva de allí (2006) no obliga a capturar y termina tras 101 jugadas con la victoria de quien tiene más piezas; aquí se juega a las damas inglesas.
cli-readings-marks = Ganadas/perdidas/tablas de cada 100. ✓: no gana menos ni pierde más que la referencia. ≈: la diferencia cabe en los dos intervalos del 95 %, pues también la referencia son 100 partidas.
cli-readings-each = Todas las lecturas
cli-readings-reading = lectura
cli-readings-means = qué cambia
cli-readings-reached = alcanzados
cli-readings-blind = jugadas sabidas
cli-reading-printed = tal como se imprimió
cli-reading-draws = unas tablas son media victoria: la frase, y no la fórmula 5.8.1.2
cli-reading-own = solo aprende el bando de la hormiga
cli-reading-grow = cada partida añade un solo estado
cli-reading-rho-low = se conserva una décima parte del rastro
cli-reading-rho-half = se conserva la mitad del rastro
cli-reading-tau = los rastros empiezan casi en nada, como con resultados de 0 a 100
cli-reading-random = el rival de una hormiga juega siempre al azar
cli-reading-consult = el rival de una hormiga sigue siempre sus rastros
cli-reading-weighted = la jugada se elige con los exponentes
cli-reading-table = dieciséis veces más memoria
cli-reading-kept = diez veces más búsquedas, como si la memoria se conservara diez partidas
cli-reading-judged = las partidas se juzgan tras ocho turnos con la evaluación
cli-reading-win = se juega lo que gana en el acto
cli-reading-first = donde no ha estado ninguna hormiga, la primera jugada de la lista: el máximo de productos iguales
cli-reading-first-half = lo mismo, y se conserva la mitad del rastro
cli-reading-first-win = lo mismo, y se juega lo que gana en el acto
cli-reading-move = aprende en cada jugada, con 20 búsquedas: figura 5.3, contra lo que dice el anexo
cli-variants-title = Variantes de la colonia de hormigas y lo que hacen sus parámetros
cli-variants-lead = En el conjunto de los juegos { $first } es quien más puntúa, { $most } de los puntos; entre las hormigas es { $ants }, con { $share }.
cli-variants-points = % de los puntos (95 %)
cli-variants-all = Todos los juegos
cli-variants-elo = Elo de a sobre b (95 %)
cli-variants-matches = Todos los encuentros
cli-variants-parameters = Todos los parámetros
cli-variants-time = Cada uno tiene { $milliseconds } ms por jugada; las partidas de una pareja comparten una apertura de pocas jugadas al azar. En Arimaa la jugada es un paso: las hormigas y alphabeta eligen el turno entero en el tiempo de su primer paso, mientras que mcts piensa en cada uno.
cli-variants-forms = La tesis no compara sus variantes, así que de ella no hay cifras. thesis es la colonia tal como se imprimió (form=thesis), que aquí aprende en cada jugada para que todos tengan el mismo tiempo; as, acs, mmas, bwas y ggp son las nuestras. El parámetro form enfrenta cada variante tal como se imprimió con la nuestra, con las mismas partidas en la cabeza.
cli-variants-even = En Arimaa nuestra colonia sabe de metas y pesa más el material (w1=4) que alphabeta; «Todos los encuentros» acaba con los de iguales condiciones: goals=off y los mismos pesos.
cli-variants-bwas = Las mutaciones de bwas crecen hacia la última búsqueda, que queda muy lejos cuando solo el tiempo acaba la búsqueda: aquí son siempre pequeñas.
cli-variants-effects = Los parámetros se miran de uno en uno, contra la misma variante con todos como de costumbre; ambos juegan las mismas partidas en su cabeza, 8000 por jugada. Esas filas salen iguales en cualquier máquina.
cli-variants-scores-title = Puntos contra todos los demás a igual tiempo
cli-variants-effect-title = { $variant }: { $key }, puntos contra el valor de costumbre
cli-variants-usual = { $value } es lo de costumbre

## El laboratorio
lab-hextress = Hextress
lab-hextress-about = Con qué rapidez juega esta máquina al Hex: partidas enteras de un jugador contra sí mismo, con el trabajo repartido entre todos los procesadores y sin repartir.
lab-ants-vs-random = Hormigas contra el azar
lab-ants-vs-random-about = Una colonia de hormigas contra jugadas al azar en cinco juegos, aprendiendo antes de la partida o en cada jugada, junto a las cifras de una tesis.
lab-ants-readings = El anexo D, leído de muchas maneras
lab-ants-readings-about = El anexo de la tesis sobre hormigas contra el azar no cuenta todo lo que hizo: dieciocho lecturas y cuáles alcanzan sus cifras.
lab-ants-variants = Variantes de las hormigas
lab-ants-variants-about = Las variantes de la colonia de hormigas entre sí y contra mcts y alphabeta con el mismo tiempo, y qué hace cada parámetro.
lab-arimaa-puzzles = Problemas de Arimaa
lab-arimaa-puzzles-about = Qué jugadores resuelven nuestros problemas de Arimaa, con qué ajustes y con qué rapidez.
lab-key-games = Partidas por las que vale cada fila
lab-key-smallest = El tablero más pequeño
lab-key-largest = El tablero más grande
lab-no-runs = Con estos ajustes no hay nada que hacer.
lab-unknown-run = El experimento no tiene ninguna prueba «{ $run }».
lab-no-rows = todavía no tiene filas.
lab-compared = { $results } resultados, uno al lado del otro.
cli-experiment-pair = «{ $words }» no es un ajuste: se escriben clave=valor, separados por comas.
lab-hex-bruteforce = Todas las partidas de Hex
lab-hex-bruteforce-about = Cuánto se tarda en resolver el Hex jugándolo todo: una estimación de 2007 a una jugada por segundo, y lo que necesita esta máquina en los tableros que puede.
lab-key-played = El tablero más grande que se juega de verdad
lab-power = { $digits } × 10{ $power }
lab-brute-title = El Hex por fuerza bruta
lab-brute-lead = Jugar todas las partidas en { $size }×{ $size } a una jugada por segundo lleva { $time }. Esta máquina tarda unos { $here }.
lab-brute-lead-estimate = Jugar todas las partidas en { $size }×{ $size } a una jugada por segundo lleva { $time }.
lab-brute-years = { $seconds } s ({ $years } años)
lab-brute-factors = Más bien se queda corto: donde se contaron todas las jugadas hay más que en la estimación, y tantas más cuanto mayor es el tablero (veces más: { $factors }).
lab-brute-table = Tablero a tablero
lab-brute-games = partidas, estimadas
lab-brute-seconds = s a 1 jugada/s
lab-brute-positions = posiciones, contadas
lab-brute-ends = ganadas
lab-brute-moves = jugadas hechas
lab-brute-here = s en esta máquina
lab-brute-about = ≈ { $seconds }
lab-brute-linear = Tiempo frente a dimensión del tablero
lab-brute-logarithmic = Lo mismo para todos los tableros, en escala logarítmica
lab-brute-line-estimate = una jugada por segundo (2007)
lab-brute-line-here = esta máquina, medido
lab-brute-line-beyond = esta máquina, extrapolado
lab-brute-point = { $board }: { $seconds } s
lab-brute-estimate = La estimación es la de los autores de Hexodus (2007): se usa la mitad de las casillas y no cuentan ni el orden de las fichas ni medio giro del tablero, lo que deja C(n², n²/4) · C(3n²/4, n²/4) / 2 partidas de n²/2 jugadas. Da 12 s en 2×2, 2.400 s en 3×3 y 10⁵⁴ s en 11×11.
lab-brute-figure = La primera gráfica es su figura 11, que muestra tableros hasta { $size }×{ $size }; más allá, todo lo anterior sería una línea plana.
lab-brute-played = Jugado quiere decir: cada posición una vez, salvo medio giro, y cada jugada de ella hasta que alguien gana, en un procesador. Nada mayor que { $size }×{ $size } se puede: marcar como vistas las posiciones de 5×5 pide 100 GB.
lab-brute-extrapolated = ≈ no está medido: es la estimación de 2007 a los { $rate } millones de jugadas por segundo de esta máquina en { $size }×{ $size }.
lab-brute-solvers = No dice nada de resolver bien el Hex: los programas que podan con conexiones virtuales han resuelto 9×9 y algunas aperturas de 10×10.
lab-busy = Hay otro experimento en marcha. Espera a que acabe, o páralo.
lab-full = Ya se guardan { $most } resultados. Borra antes alguno.
lab-no-result = No hay ningún resultado { $id }.
lab-too-many = Caben como mucho { $most } resultados uno al lado del otro.
lab-other-experiment = Solo se pueden poner juntos resultados del mismo experimento.

## Idiomas del usuario
words-no-code = { $file } no es un idioma: esos archivos se llaman con dos o tres letras minúsculas, como fr.ftl.
words-broken = { $file }, línea { $line }: { $what } { $more ->
    [0] Eso se omite; lo demás vale.
    [one] Eso se omite, y también otra cosa que está mal; lo demás vale.
   *[other] Eso se omite, y también otras { $more } cosas que están mal; lo demás vale.
}
words-missing = { $file }: faltan { $missing } de { $all } mensajes, que se dicen en inglés. El primero es { $first }.
words-fault-form = «{ $words }» no se puede leer como mensaje de Fluent.
words-fault-kind = { $id } tiene algo que aquí no se lee: solo valen palabras, huecos y elecciones según un hueco.
words-fault-unknown = no hay ningún mensaje llamado { $id }.
words-fault-gap = { $id } no tiene ningún hueco llamado { $gap }.
words-fault-bytes = el archivo no es UTF-8 desde aquí.
words-fault-deep = hay demasiadas llaves dentro de llaves; el archivo no se lee desde aquí.

## Hormigas

player-ants = Una colonia de hormigas juega la partida en su cabeza una y otra vez; cada una deja un rastro por donde le fue bien, y los rastros atraen a las siguientes.
key-variant = Cómo se siguen y renuevan los rastros: as Sistema de Hormigas, acs Sistema de Colonia de Hormigas, mmas Max-Min, bwas Mejor-Peor Hormiga, ggp para juegos
key-ants = Cuántas hormigas juegan en cada búsqueda
key-searches = Cuántas búsquedas hace; en cada una juega una vez cada hormiga
key-ants-depth = Tras cuántos turnos de los dos bandos se juzga la partida de una hormiga en vez de seguirla; en casi todos los juegos, hasta el final si nadie lo dice
key-alpha = α: cuánto atraen los rastros a las hormigas
key-beta = β: cuánto atrae a las hormigas lo deseable
key-rho = ρ: en ggp, la parte del rastro que se conserva (0,9 si nadie lo dice, 0,2 en Arimaa y 0,9 con form=thesis); en las demás, la que se pierde (0,1)
key-phi = φ: en acs, la parte del rastro que renueva cada paso
key-q0 = Con qué frecuencia, en acs y mmas, una hormiga toma directamente la mejor jugada
key-tau0 = τ0: con qué fuerza empieza un rastro; en mmas empieza con toda la que puede tener
key-tau-min = Lo más débil que puede ser un rastro en mmas; una cincuentava parte del más fuerte si nadie lo dice
key-tau-max = Lo más fuerte que puede ser un rastro en mmas; el mejor resultado dividido por ρ si nadie lo dice
key-best = Quién deja rastro en mmas: la mejor de cada ronda o la mejor hasta ahora
key-mutation = Pm: con qué probabilidad muta un rastro en bwas
key-sigma = σ: cuánto mutan los rastros en bwas
key-stall = Tras cuántas búsquedas sin un camino mejor vuelven a empezar todos los rastros en bwas
key-local = Si una hormiga mejora su camino antes de que cuente: una de sus jugadas se cambia por la mejor según la evaluación. Sí en mmas y bwas, y en Arimaa en todas las variantes, si nadie lo dice
key-theta = ϑ: cuánto aumenta lo deseable, en ggp, que el final de la partida esté cerca
key-consult = p: con qué frecuencia una hormiga que mueve por el rival sigue los rastros del rival; si no, mueve al azar
key-greedy = Cómo se elige al final la jugada: por rastro multiplicado por deseabilidad, o con sus exponentes
key-learn = Cuándo aprende: de nuevo en cada jugada, o una vez antes de la partida y nunca más
key-desire = Con qué empieza la deseabilidad: flat, igual para todas, o la evaluación de adonde lleva la jugada. flat en ggp y eval en las demás si nadie lo dice
key-grow = Cuántas posiciones nuevas añade cada partida a las que tienen rastros; 10000 son todas
key-ants-table = Memoria para los rastros, en megabytes; cuando se llena, se van los más viejos y débiles
key-form = own: como mejor juega aquí; thesis: cada fórmula, cifra y elección como la imprime la tesis sobre hormigas (de Arimaa, sus capítulos 5 y 6; de otros juegos, su anexo D). Las claves que se dan siguen valiendo
key-trails = Qué rastros cambia una partida: own, los de las jugadas que la hormiga hizo por su propio bando, o path, los de todas, cada uno según lo que resultó para quien jugó
key-renew = Cuándo renueva en acs un paso su rastro: tras la ronda, o en el paso mismo, de modo que las siguientes lo huelen; entonces las hormigas van una tras otra, diga threads lo que diga
key-draws = Qué suman las tablas a las victorias de una deseabilidad: media victoria o ninguna. El rastro recibe la mitad en los dos casos
key-win = Si un turno que gana en el acto se juega sin buscar
key-goals = Si una partida que se juzga cuenta como decidida cuando alguien gana en el acto o no puede impedirlo; off: solo por la evaluación
key-unseen = Qué se juega en una posición que ninguna hormiga ha visto: cualquier jugada, o la primera de la lista
key-moves = Qué es en Arimaa la jugada de una hormiga: un paso, con su propio rastro, o un turno entero
ants-turns-before = Antes de la partida no hay turnos de Arimaa que aprender: moves=turns pide learn=move.
layer-ants-choices = Lo que dice la tesis
ants-choices-sentence = Elección por elección: lo que la tesis imprime o deja abierto, y lo que hace esta colonia.
ants-column-thesis = La tesis
ants-column-here = Aquí
ants-thesis-size = Anexo D: 40 hormigas, 200 búsquedas. Sección 6.1.2.2: 30, 50 y 70 hormigas, 200 y 350 búsquedas; lo mejor, 50 y 350
ants-thesis-parameters = Anexo D: α 0,6, β 0,8, p 0,5; «η fue de 1» solo puede ser ϑ. Para Arimaa no imprime ninguno: los mismos
ants-thesis-grow = Figura 5.3: cada posición de una partida recibe rastros
ants-thesis-trails = Figura 5.3: se actualiza cada par de posición y jugada de una partida, según el resultado; queda abierto de quién: el del bando que jugó
ants-thesis-draws = La fórmula 5.8.1.2 divide victorias por visitas, y unas tablas no son victoria; la frase anterior habla de la puntuación media, donde serían media. Vale la fórmula. El rastro recibe el resultado, de unas tablas la mitad (5.8.1.1)
ants-thesis-greedy = Anexo D: se juega el mayor producto de feromona y deseabilidad
ants-thesis-learn = Anexo D: antes de la partida y nunca durante ella. Figura 5.3: desde el estado actual del juego; en Arimaa, pues, en cada jugada
ants-thesis-win = Sección 6.1.2.2: un problema en el que un turno termina la partida no necesita búsqueda. El anexo D no dice nada: ahí está en off
ants-thesis-goals = Sección 5.10: las posiciones se juzgan por f1 + f2 + f3 + f4, todos los pesos 1, y por nada más
ants-thesis-local = Max-Min y Mejor-Peor mejoran siempre los caminos, el Sistema de Colonia puede (3.2.4.3). Cómo queda abierto: una jugada se cambia por la mejor según la evaluación
ants-thesis-rho = No se dice ρ. En 5.8.1.1 es la parte que se conserva; en 3.2.4.3, la que se pierde
ants-thesis-tau = No se dice τ0
ants-thesis-desire = La deseabilidad empieza sin conocimiento (5.8.1), no se dice con qué cifra: 1. En las variantes antiguas es conocimiento heurístico que no cambia (3.2.4.2): la evaluación
ants-thesis-unseen = No se dice qué se juega donde no ha estado ninguna hormiga
ants-thesis-equals = No se dice cuál de las jugadas iguales se juega: la más probada, y de esas la primera
ants-thesis-squash = No se dice cómo una evaluación se vuelve resultado: ½ + ½·tanh de lo ganado desde la raíz, dividido por lo que vale tres cuartos de una victoria
ants-thesis-renew = 3.2.4.3.2.5: cada vez que una hormiga pasa por una arista, esta se renueva
ants-thesis-phi = No se dicen φ ni q0
ants-thesis-bounds = Los límites de Max-Min piden una heurística (3.2.4.3.3) que no se dice: el máximo es el mejor resultado ÷ ρ; el mínimo, una cincuentava parte. Deja rastro la mejor de la iteración o la mejor hasta ahora: se permiten las dos
ants-thesis-mutation = Cuánto muta un rastro depende del rastro medio del mejor camino (3.2.4.3.4); la fórmula, Pm y cuándo se estanca la búsqueda no se dicen: ±σ·τ̄·(búsqueda − reinicio) ÷ (búsquedas − reinicio)
ants-bounds-crossed = tau_min es { $least } y tau_max { $most }: el mínimo no puede pasar del máximo.
ants-figure = { $figure }
ants-now = ahora
ants-search-number = tras la búsqueda { $search }
layer-ants-pheromone = Feromona
ants-pheromone-most = El rastro más fuerte lleva a { $ply }: { $figure }. Se juega { $played }, donde más da multiplicar el rastro (τ) por la deseabilidad (η).
layer-ants-desire = Deseabilidad
ants-desire-most = { $ply } es la más deseable: { $figure }. La deseabilidad (η) es lo que una jugada promete por sí misma, sin mirar los rastros: crece con cada partida que gana, y más si gana pronto.
layer-ants-table = Rastros jugada a jugada
ants-table-best = Se juega { $ply }: su feromona (τ), { $tau }, multiplicada por su deseabilidad (η), { $eta }, da más que en cualquier otra. τ es el rastro de las hormigas que pasaron; η, lo que la jugada promete por sí misma. Una opinión, no una prueba.
ants-column-move = Jugada
ants-column-pheromone = Feromona τ
ants-column-desire = Deseabilidad η
ants-column-worth = τ por η
ants-column-games = Partidas
ants-column-mean = Resultado medio
ants-column-distance = Turnos hasta el final
ants-column-side = Bando
ants-column-search = Búsqueda
ants-column-best = Mejor resultado
ants-column-trail = τ de { $ply }
layer-ants-path = Mejor camino
ants-path-sentence = Los rastros más fuertes de los dos bandos llevan por { $path }.
layer-ants-along = Rastros por el mejor camino
ants-along-sentence = { $moves ->
    [one] Una jugada tiene rastro, de { $mean }.
   *[other] { $moves } jugadas tienen rastro, de { $mean } de media.
}
layer-ants-searches = Búsqueda a búsqueda
ants-searches-change = { $searches ->
    [one] Tras una búsqueda, el rastro de { $ply } es { $last }.
   *[other] En { $searches } búsquedas, el rastro de { $ply } ha pasado de { $first } a { $last }.
}
layer-ants-terminal = Victoria inmediata
ants-terminal-sentence = { $turn } gana enseguida.
ants-terminal-why = No tuvo que salir ninguna hormiga: un turno que gana enseguida se juega sin buscar.

gdl-at = Línea { $line }, columna { $column }: { $why }
gdl-too-large = La descripción tiene { $bytes } bytes; se leen como mucho { $most }.
gdl-too-deep = Aquí hay más de { $most } paréntesis unos dentro de otros.
gdl-never-opened = Este paréntesis no cierra nada; sobra, o antes falta un «(».
gdl-never-closed = Este paréntesis no se cierra nunca; falta un «)».
gdl-control = El carácter { $code } no tiene lugar en una descripción.
gdl-rule-empty = Una regla necesita una cabeza: (<= cabeza condiciones…).
gdl-nothing = Estos paréntesis no tienen nada dentro.
gdl-no-name = Tras un paréntesis va primero el nombre de una relación o función; aquí hay otro paréntesis o una variable.
gdl-variable-relation = «{ $variable }» es una variable; el nombre de una relación no puede serlo.
gdl-foreign = «{ $word }» no es una palabra de GDL. Sus palabras son role, init, true, does, next, legal, goal, terminal, base, input, not, or, distinct y <=.
gdl-not-a-head = «{ $word }» solo puede preguntarse en una condición; ninguna regla ni hecho puede decirlo.
gdl-only-a-head = «{ $word }» solo puede decirlo una regla o un hecho; ninguna condición puede preguntarlo.
gdl-arity = «{ $word }» lleva { $takes ->
    [0] ningún término
    [one] un término
   *[other] { $takes } términos
  }; aquí tiene { $given }.
gdl-not-distinct = «distinct» no puede negarse; di lo mismo con una sola variable.
gdl-too-many-alternatives = Con todas las alternativas de su «or» esta regla sería más de { $most } reglas.
gdl-too-many-conditions = Una regla puede tener como mucho { $most } condiciones.
gdl-too-many-variables = Una regla puede tener como mucho { $most } variables.
gdl-too-much-written-out = Con todas las alternativas de sus «or» escritas una a una, las reglas hasta aquí tienen más de { $most } cabezas y condiciones; son demasiadas.
gdl-too-many-roles = La descripción tiene { $count } papeles; pueden jugar como mucho { $most }.
gdl-missing = La descripción no dice nada de «{ $word }»; todo juego necesita role, init, legal, next, terminal y goal.
gdl-undefined = Ninguna regla ni hecho dice «{ $word }». ¿Está mal escrito?
gdl-unsafe = A la variable «{ $variable }» no la ata nada: tiene que estar también en una condición que no se niegue.
gdl-not-stratified = «{ $head }» depende de que no se cumpla «{ $word }», y «{ $word }» depende de «{ $head }»: nada puede seguirse de su propia ausencia.
gdl-depends = «{ $word }» no puede depender de lo que depende aquí: role e init, de ningún estado; legal, terminal y goal, de ninguna jugada.
gdl-endless = Las reglas forman términos sin fin, con más de { $most } funciones unas dentro de otras.
gdl-too-long = Cargar la descripción lleva más de { $seconds } s; se estaban sustituyendo las variables de esta regla.
gdl-too-much = Sin variables las reglas ocuparían más de { $most } MB; se estaban sustituyendo las de esta regla.
gdl-stopped = La descripción no se ha cargado: alguien lo ha parado.
cli-loading = Cargando la descripción: { $rules } reglas sin variables, { $megabytes } MB, { $seconds } s. Ctrl-C lo para.
gdl-goal-value = { $fact }: una meta es un número entero de 0 a 100.
gdl-not-a-move = «{ $words }» no es una jugada: una jugada es una palabra o un término, como noop, mark(2,3) o (mark 2 3).
gdl-no-move = «{ $words }» no es una jugada de { $role } en este juego.
game-gdl = Un juego de un archivo
game-gdl-about = Cualquier juego para dos que juegan por turnos, descrito en GDL, el lenguaje de los juegos generales.
option-gdl-rules = La descripción del juego en GDL
goal-gdl = Terminar con la meta más alta.
reason-gdl-goals = Por las metas de la descripción: { $list }.
reason-gdl-stuck = La descripción no deja jugar a nadie aquí, aunque la partida no ha terminado.
reason-gdl-simultaneous = Aquí tendrían que jugar los dos a la vez, y eso no puede jugarse.
reason-gdl-long = Duró demasiado.
gdl-note-facts = Además se cumple: { $list }
gdl-illegal = { $ply } no está permitido aquí.
gdl-one-role = Este es un juego para uno solo, { $role }. Aquí los juegos son para dos.
gdl-many-roles = Este es un juego para { $count }: { $list }. Aquí los juegos son para dos.
gdl-simultaneous = Los dos juegan a la vez tras { $plies } jugadas de una partida al azar. Aquí los juegos son para dos que juegan por turnos: uno de ellos tiene una sola jugada legal, como noop.
gdl-stuck = Nadie tiene una jugada legal tras { $plies } jugadas de una partida al azar, y no ha terminado.
gdl-never-ends = Una partida al azar no terminó en { $plies } jugadas.
gdl-no-goal = Una partida al azar terminó sin meta para { $role }.
cli-gdl-which = Di qué archivo describe el juego: gdl:ARCHIVO.
cli-games-gdl = Muestra el juego que este archivo describe en GDL
cli-games-gdl-file = Papeles: { $roles }. { $facts ->
    [one] Puede cumplirse un hecho
   *[other] Pueden cumplirse { $facts } hechos
  }, y hay { $moves } jugadas en total.

## Historias: partidas al azar, conexiones, corrientes, hormigas y pruebas

mcts-story = Partida tras partida en la cabeza: baja por las jugadas que más prometen, añade un nodo, sigue al azar hasta el final y lleva el resultado hacia arriba.
mcts-values = «2/3»: dos puntos en tres intentos. Valor: puntos por intento. Exploración: un premio a lo poco probado.
mcts-kind-choose = elige
mcts-kind-new = nodo nuevo
mcts-kind-visit = juega hasta el final
mcts-kind-up = entrega el resultado
mcts-simulation = Simulación { $number }
mcts-choice = La elección
mcts-root = inicio
mcts-column-move = Jugada
mcts-column-tries = Intentos
mcts-column-value = Valor
mcts-column-explore = + Exploración
mcts-column-sum = = Suma
mcts-column-points = Puntos
mcts-column-side = Para
mcts-column-before = Antes
mcts-column-result = Resultado
mcts-column-after = Después
mcts-explored = { $c } · √(ln { $total } / { $visits }) = { $bonus }
mcts-explored-prior = { $c } · { $prior } · √{ $total } / (1 + { $visits }) = { $bonus }
mcts-untried = ∞
mcts-share = { $points }/{ $visits }
mcts-tries = { $visits } de { $total }
mcts-draw = tablas
mcts-choose = { $side } sigue con { $ply }: valor { $value } + exploración { $bonus } = { $sum }; ninguna otra suma más.
mcts-choose-untried = { $side } sigue con { $ply }, que aquí aún no se ha probado: lo desconocido va antes que todo lo demás.
mcts-choose-draw = { $ply } sería lo mejor para { $side }: son tablas, y está probado. Las tablas cuentan en el camino hasta aquí; después la búsqueda sigue con la mejor jugada de la que aún se puede aprender algo.
mcts-choose-brief = { $ply } es la que más promete
mcts-new = { $ply } recibe su propio nodo en el árbol: nadie había estado ahí.
mcts-new-brief = nuevo: { $ply }
mcts-playout = { $plies ->
    [one] Desde aquí los dos juegan al azar hasta el final: una jugada después ha ganado { $side }.
   *[other] Desde aquí los dos juegan al azar hasta el final: { $plies } jugadas después ha ganado { $side }.
}
mcts-playout-draw = { $plies ->
    [one] Desde aquí los dos juegan al azar hasta el final: una jugada después hay tablas.
   *[other] Desde aquí los dos juegan al azar hasta el final: { $plies } jugadas después hay tablas.
}
mcts-playout-brief = partida al azar
mcts-judged = Aquí no hay partida al azar: la posición se juzga por su aspecto.
mcts-judged-brief = juzgada
mcts-over = La partida acaba aquí: ha ganado { $side }. No hace falta jugar al azar.
mcts-over-draw = La partida acaba aquí, en tablas. No hace falta jugar al azar.
mcts-proved = Está probado que aquí gana { $side }: se han mirado todas las respuestas. No hace falta jugar al azar.
mcts-proved-draw = Está probado que esto son tablas: se han mirado todas las respuestas. No hace falta jugar al azar.
mcts-known-brief = se sabe con certeza
mcts-learn = { $nodes ->
    [one] Ha ganado { $side }: el nodo suma un intento, y un punto si es una jugada suya.
   *[other] Ha ganado { $side }: los { $nodes } nodos del camino suman un intento, y un punto los que son jugadas suyas.
}
mcts-learn-brief = un punto para { $side }
mcts-learn-part = { $nodes ->
    [one] A { $first } le tocan { $points } y a { $second } { $rest }: el nodo cuenta un intento más y la parte de su bando.
   *[other] A { $first } le tocan { $points } y a { $second } { $rest }: los { $nodes } nodos del camino cuentan un intento más, cada uno con la parte de su bando.
}
mcts-learn-part-brief = una parte para cada uno
mcts-end = Juega { $ply }: es la que más ha probado, { $visits } de { $total } veces. Muchos intentos son mejor señal que un valor alto con pocos.
mcts-end-win = Juega { $ply }: está probado que gana.
mcts-end-brief = juega { $ply }
mcts-curve = intentos de { $ply }

hexodus-story = Primero busca fichas que están como unidas, cada conexión hecha de otras más cortas; después manda corriente de orilla a orilla: cuanta menos resistencia, mejor. Juega lo que más cambia las dos cosas a su favor.
hsearch-kind-new = conexión nueva
hsearch-kind-choose = veredicto
hsearch-chapter = { $number ->
    [0] Conexiones de { $side }: vecinas
   *[other] Conexiones de { $side }: generación { $number }
}
hsearch-touch-all = { $count ->
    [one] Donde dos casillas se tocan no cabe nada en medio: para lo que sigue hace falta un par así de { $side }.
   *[other] Donde dos casillas se tocan no cabe nada en medio: de esos pares de { $side }, los { $count } que hacen falta para lo que sigue.
}
hsearch-touch = Se tocan { $a } y { $b }: no cabe nada en medio.
hsearch-touch-brief = vecinas
hsearch-and-semi = Con una ficha en { $cell } quedarían unidas { $a } y { $b }: es una semiconexión, le falta esa jugada.
hsearch-and-full = La ficha de { $cell } está unida a { $a } y a { $b } por caminos sin casillas comunes: así quedan unidas entre sí.
hsearch-and-brief = { $a }–{ $b }: lo uno Y lo otro
hsearch-bridge = Un puente de { $a } a { $b }: si el rival ocupa { $one }, { $two } las une, y al revés.
hsearch-or = { $ways } caminos de { $a } a { $b } sin una casilla común a todos: una jugada no los corta. Necesitan { $cells } casillas libres.
hsearch-or-brief = { $a }–{ $b }: un camino U otro
hsearch-depth = profundidad { $depth }
hsearch-top = la orilla de arriba
hsearch-bottom = la orilla de abajo
hsearch-left = la orilla izquierda
hsearch-right = la orilla derecha
hsearch-open = { $side } no está unido de orilla a orilla, ni siquiera si le toca: eso hay que pelearlo.
hsearch-open-brief = nada decidido
hsearch-joined-brief = unido
hsearch-but-for = { $side } está unido de orilla a orilla salvo en { $cell }: si juega ahí gana, y solo ahí se le puede cortar.
hsearch-one-move = A { $side } le falta una jugada para unir sus orillas, por ejemplo { $cell }. El rival solo puede impedirlo en una de { $count } casillas.
hsearch-key = la casilla que importa
hsearch-key-brief = depende de { $cell }
circuit-kind-visit = mide
circuit-chapter = El circuito de { $side }
circuit-after-chapter = La jugada
circuit-resistances = El circuito de { $side }: una casilla vacía resiste 1; sus fichas y conexiones, nada; las fichas del rival no dejan pasar.
circuit-resistances-brief = resistencias
circuit-resistance-cell = { $cell } resiste { $value }.
circuit-potentials = Una pila en las orillas de { $side }: la primera tiene potencial 1 y la segunda 0. Baja más de golpe donde el paso es estrecho.
circuit-potentials-brief = potenciales
circuit-potential-cell = { $cell } tiene potencial { $value }.
circuit-current-brief = corriente
circuit-current-cell = Por { $cell } pasa el { $value } de la corriente.
circuit-none-brief = no hay corriente
circuit-resistance = resistencia { $value }
circuit-column-from = Entre esa casilla y
circuit-column-resistance = Resistencia
circuit-column-fall = Diferencia de potencial
circuit-column-current = Corriente que entra
circuit-column-of = Resistencia de { $side }
circuit-column-ratio = Azul ÷ Rojo
circuit-column-advantage = Ventaja de { $side }
circuit-before = antes
circuit-after = después
circuit-after-brief = juega { $ply }
circuit-afterwards = { $side } juega { $ply }, y su resistencia pasa de { $was } a { $is }.
circuit-swap = Juega { $ply }: la primera ficha del rival es demasiado buena para dejársela.

proof-kind-up = vuelve atrás
proof-story = Las conexiones solas no deciden, así que busca una prueba: va siempre a la posición a la que menos le falta para quedar demostrada.
proof-values = φ es lo que falta para probar que gana quien mueve: la menor δ tras una jugada. δ, lo que falta para probar que pierde: la suma de las φ.
proof-chapter = La prueba
proof-column-phi = φ después
proof-column-delta = δ después
proof-phi = φ { $count }
proof-delta = δ { $count }
proof-numbers = φ { $phi }, δ { $delta }
proof-next = Posiciones por probar: { $phi } para que gane { $side } (φ), { $delta } para que pierda (δ). La más cercana es { $ply }: se mira ahora.
proof-next-brief = la que más prueba: { $ply }
proof-back = Le toca a { $side }: φ { $phi }, δ { $delta }. Ahora otra parte del árbol está más cerca de una prueba, y la búsqueda vuelve allí.
proof-back-brief = vuelve atrás
proof-proved = Está probado que aquí gana { $side }, juegue lo que juegue el rival.
proof-proved-after = Tras { $ply } está probado que gana { $side }, juegue lo que juegue el rival.
proof-proved-brief = probado: gana { $side }

ants-story = Cada hormiga juega la partida una vez, atraída por los rastros (τ) y por lo que parece bueno (η); α y β dicen cuánto pesa cada cosa. Después los rastros se borran un poco, y a quien le fue bien refuerza el suyo.
ants-kind-choose = elige
ants-kind-visit = vuelve a casa
ants-kind-up = cambian los rastros
ants-search = Búsqueda { $number }
ants-choice = La elección
ants-choose = La hormiga mueve por { $side }: los dados dan { $ply }, con el { $percent } % de las posibilidades. Más rastro y atractivo dan más.
ants-choose-other = La hormiga juega { $ply } por el otro bando, { $side }. El { $consult } % de las veces sigue sus rastros ({ $ply }: el { $percent } %); las demás, mueve al azar.
ants-choose-new = { $count ->
    [one] { $side } solo tiene una jugada: { $ply }.
   *[other] Aquí no hay rastro que seguir: los dados dan { $ply } para { $side }, una de { $count } jugadas, todas igual de probables.
}
ants-choose-brief = juega { $ply }
ants-one-of = 1 de { $count }
ants-home = { $turns ->
    [0] La hormiga está en casa. Jugaba por { $side } y trae { $result }: 1 es ganar, 0 perder.
   *[other] La hormiga sigue al azar { $turns } turnos más y está en casa. Jugaba por { $side } y trae { $result }: 1 es ganar, 0 perder.
}
ants-home-brief = en casa
ants-product = { $tau }^{ $alpha } · { $eta }^{ $beta } = { $product }
ants-column-product = τ^α · η^β
ants-column-plain = τ · η
ants-column-chance = Probabilidad
ants-column-before = τ antes
ants-column-kept = Conserva
ants-column-ants = Hormigas
ants-column-added = Se añade
ants-column-after = τ ahora
ants-change = { $change }
ants-update = Las { $ants } hormigas están en casa. Cada rastro conserva el { $rest } % de lo que era y se le suman los resultados. Ahora el rastro más fuerte es el de { $ply }.
ants-update-games = Las { $ants } hormigas están en casa. Cada rastro usado conserva el { $rho } % y suma el resultado medio. El más fuerte: { $ply }.
ants-update-colony = Las { $ants } hormigas están en casa. Los rastros de sus jugadas se acercan a como empezaron, y el mejor camino hasta ahora se renueva con su resultado. Ahora el más fuerte es el de { $ply }.
ants-update-brief = los rastros se borran y crecen
ants-trail = { $ply } tiene un rastro de { $tau }.
ants-end = Se juega { $ply }: con un rastro de { $tau } y un atractivo de { $eta }, su producto es el mayor.
ants-curve = τ de { $ply }

spread-story = Cuenta las fichas que le faltan como mínimo de orilla a orilla: la búsqueda se extiende desde una orilla, una ficha más lejos cada vez, hasta dar con la otra. Juega lo que deja el camino más corto contra la mejor respuesta.
spread-story-both = Cuenta las fichas que le faltan como mínimo a cada bando de orilla a orilla: la búsqueda se extiende desde una orilla, una ficha más lejos cada vez, hasta dar con la otra. Juega lo que más ventaja da.
spread-kind-visit = se extiende
spread-kind-choose = camino hallado
spread-chapter = El camino de { $side }
spread-choice = La jugada
spread-begin = { $cells ->
    [0] La búsqueda de { $side } empieza en su primera orilla. Ninguna ficha de { $side } la toca: nada sale gratis.
    [one] La búsqueda de { $side } empieza en su primera orilla. Una de sus fichas ya está unida a ella y no cuesta nada.
   *[other] La búsqueda de { $side } empieza en su primera orilla. { $cells } de sus fichas ya están unidas a ella y no cuestan nada.
}
spread-step = { $stones ->
    [one] Con una ficha, { $side } llega a { $cells } casillas; las fichas propias del camino no cuestan nada.
   *[other] Con { $stones } fichas, { $side } llega a { $cells } casillas más; las fichas propias del camino no cuestan nada.
}
spread-brief = { $stones ->
    [0] gratis
    [one] una ficha
   *[other] { $stones } fichas
}
spread-cells = { $cells ->
    [one] una casilla
   *[other] { $cells } casillas
}
spread-cell = { $stones ->
    [0] { $cell } no cuesta ninguna ficha.
    [one] Llegar a { $cell } cuesta una ficha.
   *[other] Llegar a { $cell } cuesta { $stones } fichas.
}
spread-met-brief = la otra orilla
spread-walled = { $side } no puede pasar: el rival tiene un muro de orilla a orilla.
spread-never = nunca
spread-column = Fichas que le faltan a { $side }
spread-before = antes
spread-after = después
spread-end = Juega { $ply }. A { $side } le faltaban { $was } fichas y ahora le faltan { $is }.
spread-end-both = Juega { $ply }. A { $side } le faltaban { $was } fichas y ahora le faltan { $is }; a { $other } le faltaban { $had } y ahora le faltan { $has }.
spread-end-brief = juega { $ply }

## El protocolo de los juegos en general

ggp-unknown = «{ $words }» no es un mensaje de este protocolo. Sus mensajes son (info), (start …), (play …), (stop …) y (abort …), uno cada vez.
ggp-parts = El mensaje { $name } se escribe { $form }.
ggp-clock = «{ $words }» no es un reloj: un reloj es un número entero de segundos, de 1 a { $most }.
ggp-too-large = Un mensaje tiene como mucho { $most } bytes.
ggp-message-late = El mensaje no llegó a tiempo.
ggp-broken = Algo se rompió al responder a este mensaje.
ggp-post = Esto es un jugador de juegos en general (GGP). Responde a directores de juego, que le envían mensajes con POST, como (info).
ggp-other-page = La página { $origin } no puede ser aquí directora de juego. Arranca el jugador con --allow { $origin } si puede.
ggp-hung-up = El director de juego ha colgado.
ggp-no-match = Aquí no hay ninguna partida { $id }.
ggp-no-role = Este juego no tiene ningún papel { $role }. Sus papeles: { $list }
ggp-thinking = El último mensaje sobre la partida { $id } todavía se está respondiendo.
ggp-start-late = No se ha podido leer la descripción en los { $seconds } s del reloj de inicio.
ggp-no-moves = Un paso llegó sin jugadas, y no es el primero.
ggp-count = { $count ->
    [one] Llegó una jugada
   *[other] Llegaron { $count } jugadas
  }, pero el juego tiene { $roles ->
    [one] un papel
   *[other] { $roles } papeles
  }.
ggp-over = Llegaron jugadas después del final.
ggp-started = Empieza la partida { $id }: { $role }, { $start } s antes y { $play } s por jugada.
ggp-started-unknown = Empieza la partida { $id }: { $role }, { $start } s antes y { $play } s por jugada. Los jugadores de aquí saben juegos de dos por turnos; este es otro, así que las jugadas las elige una búsqueda más sencilla.
ggp-not-started = La partida { $id } no empieza: { $why }
ggp-unfit = Partida { $id }: las jugadas del director no encajan con lo jugado hasta ahora y se pasan por alto. { $why }
ggp-no-thought = Partida { $id }: el jugador no paró a tiempo; se juega la primera jugada permitida.
ggp-done = La partida { $id } ha terminado. Puntos: { $goal }
ggp-aborted = El director ha interrumpido la partida { $id }.
ggp-address = «{ $words }» no es la dirección de un jugador. Se escribe http://HOST:PUERTO.
ggp-players = { $count ->
    [one] Este juego tiene un papel ({ $list }) y necesita un jugador
   *[other] Este juego tiene { $count } papeles ({ $list }) y necesita otros tantos jugadores
  }: da --player URL para cada uno. Hay: { $given }
ggp-player-twice = { $player } aparece dos veces. Cada papel necesita un jugador propio.
ggp-late = no dio una respuesta entera en { $seconds } s.
ggp-endless = dio una respuesta de más de { $most } bytes.
ggp-unreachable = no atiende: { $why }
ggp-status = respondió con el estado { $status }: «{ $words }»
ggp-not-ready = respondió «{ $words }» donde se esperaba ready.
ggp-said-nothing = dio una respuesta vacía.
ggp-illegal = respondió «{ $words }», que no es una jugada permitida.
cli-ggp-about = Habla por HTTP el protocolo de los juegos en general (GGP), como jugador o como director de juego
cli-ggp-player-about = Juega a juegos descritos en GDL para cualquier director de juego, una partida cada vez. Un quinto de cada reloj, como mucho un segundo, se guarda para el camino
cli-ggp-player-host = La dirección en la que escucha
cli-ggp-player-port = El puerto en el que escucha; 0 es cualquiera que esté libre
cli-ggp-player-player = Quién juega; si nadie lo dice, el más fuerte
cli-ggp-player-allow = Una página del navegador que puede ser directora de juego, por su origen, https://HOST; varias separadas por comas. Ninguna otra puede
cli-ggp-player-seed = El número del que sale el azar; si nadie lo dice, cada vez otro
cli-ggp-manager-about = Dirige partidas entre jugadores que escuchan en algún sitio. Si uno calla, tarda o no juega nada permitido, se anota y se juega al azar por él
cli-ggp-manager-file = El archivo que describe el juego en GDL
cli-ggp-manager-player = Dónde escucha un jugador, http://HOST:PUERTO; uno para cada papel, en el orden de la descripción
cli-ggp-manager-startclock = Segundos antes de la primera jugada
cli-ggp-manager-playclock = Segundos para cada jugada
cli-ggp-manager-games = Cuántas partidas; los jugadores cambian de papel en cada una
cli-ggp-manager-id = Cómo se llaman las partidas, antes de su número; si nadie lo dice, cada vez otro nombre
cli-ggp-manager-out = Escribe además el registro en este archivo, en JSON
cli-value-url = URL
cli-value-id = NOMBRE
cli-ggp-open = El jugador está listo para los directores de juego. Ctrl-C lo termina.
cli-ggp-id = «{ $words }» no es un nombre de partidas: usa letras minúsculas sin acento, cifras, puntos, - y _, y empieza por una letra.
cli-ggp-origin = «{ $words }» no es el origen de una página. Se escribe https://HOST o http://HOST:PUERTO, sin camino.
cli-ggp-match = Partida { $id }: { $list }
cli-ggp-fault = Paso { $step }, { $role } ({ $player }) { $reason }
cli-ggp-played = Se juega por él: { $move }
cli-ggp-goals = Puntos: { $list }
cli-ggp-stuck = Nadie tiene una jugada permitida, y la descripción no termina el juego. Se interrumpe.
cli-ggp-endless = Tras { $steps } pasos se interrumpe.
cli-ggp-aborted = Se interrumpe.
cli-ggp-mean = Puntos
cli-ggp-errors = Errores
cli-ggp-saved = El registro está en { $file }.

# El libro.
book-no-chapter = El libro no tiene el capítulo { $name }, o no ese tablero en él.
book-no-layer = { $player } no enseña aquí la capa { $layer }.
book-board-unreadable = Este tablero del libro no se puede leer: { $why }.
page-book-title = El libro
book-whole = Todo el libro, para imprimir
page-book-about = Cómo se juega, cómo juegan las máquinas y de dónde viene todo esto, con tableros para jugar y para ver paso a paso.
page-book-open = Abrir el libro
page-book-search = Buscar en el libro
page-book-found = { $n ->
    [0] No se ha encontrado nada.
    [one] Está en un capítulo:
   *[other] Está en { $n } capítulos:
}
page-book-contents = Contenido
page-book-play = Seguir jugando desde aquí
page-book-step = Verlo paso a paso
page-book-more = A cámara lenta
page-book-thinks = { $player } está pensando…
page-book-board = { $game }: { $caption }
page-book-missing = El libro no tiene ese capítulo.
## Torneos

cli-tournament-about = Juega un torneo, o sigue con uno
cli-tournament-file = El archivo que lo pide, en TOML
cli-tournament-resume-about = Sigue con un torneo donde se detuvo, se detuviera como se detuviera
cli-tournament-table-about = Muestra cómo va un torneo, lo juegue quien lo juegue
cli-tournament-games-about = Enumera las partidas de un torneo, con sus registros
cli-arg-dir = La carpeta del torneo
tournament-no-toml = «{ $line }» no se puede leer. Una línea es una clave, «=» y un valor, y las palabras van entre comillas: form = "round-robin".
tournament-unknown-key = No hay ninguna clave «{ $key }». Las hay: { $list }.
tournament-no-table = «{ $key }» es una tabla de { $list }.
tournament-a-list = una lista o tabla
tournament-missing = Falta «{ $key }». Escribe algo así: { $example }
tournament-increment = Un incremento se suma a «game_time», que falta.
tournament-duel = Un duelo tiene dos jugadores, y aquí hay { $players }.
tournament-players = Un torneo tiene de 2 a { $most } jugadores.
tournament-twice = «{ $name }» participa dos veces. Dale a cada uno un nombre propio, como name = "otro" con player = "{ $name }" en una tabla.
tournament-swiss-rounds = «swiss_rounds» es solo para la forma «swiss». «rounds» son las parejas de partidas de cada dos jugadores que se enfrentan.
tournament-both-openings = Las partidas empiezan con «openings» o con «opening_plies», no con ambas.
tournament-not-balanced = No hay una lista de aperturas equilibradas para este juego y estas opciones. La hay para { $list } sin intercambio.
tournament-too-many = Serían más de { $most } partidas.
tournament-sprt-two = Una prueba secuencial es para dos jugadores, y aquí hay { $players }.
tournament-sprt-order = elo0 tiene que ser menor que elo1.
tournament-out = «out» es una carpeta, y { $file } es este archivo.
tournament-begun = { $folder } ya tiene un torneo. Sigue con él: ludoteca tournament resume { $folder }
tournament-none = { $folder } no tiene ningún torneo.
tournament-busy = Alguien juega en este momento el torneo de { $folder }.
tournament-version = El torneo de { $folder } lo empezó la versión { $version }. Esta es la { $ours }, que puede jugar de otra manera: sigue con la versión que lo empezó.
tournament-disk-full = el disco está lleno. Todas las partidas hasta aquí están guardadas; cuando haya sitio, sigue con: ludoteca tournament resume
tournament-database = la base de datos dice: { $why }
tournament-stopped = Detenido tras { $games } de { $of } partidas; todas están guardadas. Sigue con: ludoteca tournament resume { $folder }
tournament-written = El informe, las tablas y todas las partidas están en { $folder }.
tournament-goes-on = Ya se han jugado { $games } de { $of } partidas.
tournament-fault-note = Partida { $game } de la pareja { $pair }, { $first } – { $second }: { $reason }
tournament-form-round-robin = todos contra todos
tournament-form-gauntlet = el primero contra todos
tournament-form-knockout = eliminatoria
tournament-form-swiss = sistema suizo
tournament-head-rank = Puesto
tournament-head-player = Jugador
tournament-head-elo = Elo
tournament-head-error = +/-
tournament-head-games = Partidas
tournament-head-score = Puntos
tournament-head-wins = Ganadas
tournament-head-losses = Perdidas
tournament-head-draws = Tablas
tournament-head-faults = Faltas
tournament-head-pair = Pareja
tournament-head-first = Primero
tournament-head-second = Segundo
tournament-head-result = Resultado
tournament-head-moves = Jugadas
tournament-head-end = Final
tournament-fault = { $kind } { $count }
tournament-faults = { $all }, { $one }
fault-late = tiempo
fault-illegal = jugada ilegal
fault-crash = caída
fault-stall = sin respuesta
fault-garbage = respuesta sin sentido
fault-memory = sin memoria
fault-forfeited = incomparecencia
tournament-end-why = { $end }: { $why }
tournament-end-board = en el tablero
tournament-end-resigned = abandono
tournament-end-agreed = acordada
tournament-end-adjudicated = decidida desde fuera
tournament-end-unsaid = no se dijo
tournament-results = Resultados de { $a } contra { $b }:
tournament-elo = Elo: { $elo } +/- { $error }, nElo: { $normalized } +/- { $spread }
tournament-los = LOS: { $los } %, DrawRatio: { $draws } %, PairsRatio: { $pairs }
tournament-counts = Partidas: { $games }, ganadas: { $wins }, perdidas: { $losses }, tablas: { $draws }, puntos: { $points } ({ $share } %)
tournament-pairs = Ptnml(0-2): { $pairs }
tournament-llr = LLR: { $llr } ({ $lower }, { $upper }) [{ $elo0 }, { $elo1 }]
tournament-found-h0 = La prueba ha terminado: { $a } no es { $elo1 } puntos Elo más fuerte que { $b }; { $elo0 } es la mejor conjetura.
tournament-found-h1 = La prueba ha terminado: { $a } es más fuerte que { $b }, antes por { $elo1 } puntos Elo que por { $elo0 }.
tournament-no-games = No se ha jugado ninguna de { $of } partidas.
tournament-first = { $first } es el más fuerte, { $diff } puntos Elo por encima de { $second }, tras { $games } de { $of } partidas.
tournament-first-open = { $first } va por delante de { $second } por { $diff } puntos Elo, que pueden ser suerte, tras { $games } de { $of } partidas.
tournament-scale = { $anchor } se llama { $elo }. Los intervalos valen con una certeza del 95 %.
tournament-about = { $game }{ $options } · { $form } · { $games } partidas de cada dos que se enfrentan, con colores alternos
tournament-progress = { $games } de { $of } partidas
tournament-fault-count = { $faults ->
    [0] ninguna falta
    [one] { $faults } partida perdida por una falta
   *[other] { $faults } partidas perdidas por faltas
}
tournament-places = Clasificación
tournament-rounds = Rondas
tournament-round = Ronda { $n }
tournament-semifinal = Semifinal
tournament-final = Final
tournament-rests = descansa
tournament-head-round = Ronda
tournament-head-points = Puntos
tournament-head-opponent = Rival
tournament-head-met = Puntos de sus rivales
tournament-head-goes-on = Pasa
tournament-won-final = Ha ganado { $first }: { $points }–{ $behind } contra { $second } en la final.
tournament-won-final-listed = Ha ganado { $first }: { $points }–{ $behind } contra { $second } en la final, y va antes en la lista.
tournament-won-swiss = Ha ganado { $first } con { $points } puntos, por delante de { $second } con { $behind }.
tournament-won-swiss-met = Ha ganado { $first }: tiene { $points } puntos, como { $second }, y sus rivales suman más.
tournament-won-swiss-listed = Ha ganado { $first }: tiene { $points } puntos, como { $second }, sus rivales suman lo mismo, y va antes en la lista.
tournament-figures = En cifras
tournament-table = Tabla
tournament-last-games = Últimas partidas
tournament-crosstable = Tabla cruzada
tournament-sum = suma
tournament-cell = { $a } contra { $b }: ganadas { $wins }, perdidas { $losses }, tablas { $draws }
tournament-strengths = Elo
tournament-sprt = Prueba secuencial (LLR)
tournament-sprt-pairs = { $pairs ->
    [one] { $pairs } pareja
   *[other] { $pairs } parejas
}

## Trabajo repartido entre máquinas

spread-address = «{ $address }» no es la dirección de un servidor NATS. Lo son nats://HOST:4222, tls://HOST o nats://USUARIO:CLAVE@HOST.
spread-unreachable = No contesta ningún servidor NATS en { $address }: { $why }.
spread-refused = El servidor NATS de { $address } no deja entrar a este programa: faltan o no valen el usuario, la clave o las credenciales.
spread-unsafe = No hay conexión segura con { $address }: { $why }.
spread-credentials = No se pueden leer las credenciales { $file }: { $why }.
spread-no-queue = El servidor NATS de { $address } no guarda colas: hay que arrancarlo con JetStream (nats-server -js).
spread-too-large = «{ $name }» es demasiado grande para el servidor NATS (max_payload en su configuración).
spread-name = «{ $name }» no es nombre de una tanda: lleva letras, cifras, - y _.
spread-garbled = Lo que llegó por la cola no es lo que se esperaba: { $what }.
spread-server = El servidor NATS no lo admite: { $why }.
spread-threads = La conexión necesita hilos que esta máquina no da: { $why }.
spread-other-version = El trabajo es de la versión { $theirs } y este obrero es de la versión { $ours }.
spread-unknown-kind = Este obrero no conoce la clase de trabajo «{ $kind }».
spread-given-up = El trabajo se dio { $times } veces y con él se perdió cada obrero.
spread-broke = El obrero se vino abajo con el trabajo. Es un fallo del programa.
spread-program-not-allowed = Este obrero no puede arrancar «{ $program }»; puede lo que nombra --engine.
spread-no-files = Los obreros no tienen sus archivos, así que { $file } no sirve allí.
cli-worker-about = Hace trabajo de otros: toma encargos de una cola de NATS JetStream y envía lo que sale de ellos
cli-worker-nats = El servidor NATS que guarda la cola: nats://HOST:4222, nats://USUARIO:CLAVE@HOST, o tls://HOST para una conexión segura; varios de un mismo grupo, separados por comas
cli-worker-jobs = Encargos a la vez; tantos como procesadores haya si nadie lo dice
cli-worker-engine = Un programa que los encargos pueden arrancar, por su orden entera tal como la nombran los jugadores (engine:cmd="…"); puede darse varias veces. Ningún otro se arranca jamás
cli-worker-name = Cómo se llama este obrero; la máquina y un número si nadie lo dice
cli-worker-status = No trabaja, y dice cómo va: quién trabaja, a qué ritmo, qué queda, qué falló
cli-arg-workers = Dónde está la cola de los obreros, nats://HOST: el trabajo lo hacen otros (ludoteca worker)
cli-arg-creds = Un archivo de credenciales para el servidor NATS (.creds)
cli-arg-ca = Certificados de quienes pueden responder por el servidor NATS, además de los que esta máquina conoce (PEM); la conexión es entonces segura, o no la hay
worker-ready = Listo para trabajar en { $address }, versión { $version }, con { $jobs ->
    [one] un encargo
   *[other] { $jobs } encargos
} a la vez.
worker-took = { $again ->
    [yes] { $run } { $job }: empezado ({ $kind }, lo perdió otro)
   *[no] { $run } { $job }: empezado ({ $kind })
}
worker-did = { $run } { $job }: hecho en { $seconds } s
worker-failed = { $run } { $job }: { $why }
worker-dropped = { $run } { $job }: ya no lo quiere nadie
worker-gave-back = { $run } { $job }: devuelto
worker-other-version = { $run } es trabajo para la versión { $version }; esta es la versión { $ours } y no lo toca.
worker-lacking = { $run } necesita programas que este obrero no puede arrancar (--engine): { $programs }
worker-away = El servidor NATS no contesta; se le espera.
worker-back = El servidor NATS está otra vez.
worker-ended = Terminado. Lo empezado está otra vez en la cola.
worker-status = { $workers ->
    [0] No trabaja nadie
    [one] Un obrero
   *[other] { $workers } obreros
}, { $rate ->
    [one] un encargo
   *[other] { $rate } encargos
} en el último minuto, quedan { $left }, { $faults ->
    [one] un fallo
   *[other] { $faults } fallos
}, { $results ->
    [one] un resultado
   *[other] { $results } resultados
} por recoger.
worker-kind-game = partida
worker-kind-hex-proof = prueba de Hex
worker-kind-row = fila de un experimento
worker-kind-connect4-scores = valores de Conecta Cuatro
worker-kind-self-play = partida para aprender
worker-kind-weight-game = partida para ajustar pesos
worker-heads-worker = obrero
worker-heads-version = versión
worker-heads-jobs = encargos
worker-heads-busy = ocupado
worker-heads-done = hechos
worker-heads-minute = por minuto
worker-heads-faults = fallos
worker-heads-run = tanda
worker-heads-kind = clase
worker-heads-waiting = esperan
worker-heads-working = empezados
worker-heads-again = otra vez
worker-heads-needs = necesita
cli-solve-part = Posiciones que un obrero mira de una vez; 400 si nadie lo dice
cli-solve-save = Guarda la prueba como una estrategia que «solve verify» comprueba; solo en Hex
cli-solve-verify-about = Juega una estrategia guardada contra cada jugada de quien pierde y dice en cuál falla primero
cli-solve-verify-file = El archivo que escribió «solve --save»
cli-solve-what = ¿Qué hay que resolver? solve JUEGO, o solve verify ARCHIVO.
cli-solve-hex-only = Con obreros solo se resuelven, y como estrategia solo se guardan, posiciones de Hex.
cli-solve-no-swap = Una posición en la que alguien puede aún intercambiar no se resuelve con obreros ni se guarda como estrategia; --swap none pregunta solo por las fichas.
cli-solve-nobody = Aún no trabaja nadie para esta versión en { $address }; arranque «ludoteca worker --nats { $address }».
cli-solve-parts = { $parts } partes, { $busy } en marcha, { $nodes } posiciones, sitio para { $slots } a la vez
cli-solve-shared = Probado en { $parts } partes, con sitio para { $slots } a la vez y { $work } s de trabajo.
cli-solve-saved = La estrategia de quien gana está en { $file } ({ $claims } afirmaciones).
cli-verify-holds = { $winner ->
    [blue] Gana Azul: la estrategia aguanta contra toda jugada.
   *[red] Gana Rojo: la estrategia aguanta contra toda jugada.
} Afirmaciones comprobadas: { $claims }, jugadas contestadas: { $replies }.
strategy-unknown = Esto no es una estrategia que haya escrito «solve --save».
strategy-line = No se entiende la línea { $line }.
strategy-fails = Tras { $moves ->
    [none] el comienzo
   *[other] { $moves }
} quien gana no tiene contra { $reply } una respuesta que valga.
strategy-open = La estrategia acaba tras { $moves ->
    [none] el comienzo
   *[other] { $moves }
} y quien gana no ha unido sus bordes.
strategy-too-large = La estrategia tiene más de { $claims } afirmaciones y no se guarda.
strategy-stopped = Parado antes de que la estrategia estuviera entera.

puzzle-none = Ese problema no existe.
puzzle-no-day = Un día se escribe como 2026-11-19.
puzzles-none-made = Nadie sabe todavía hacer problemas de { $game }.
progress-wrong = Eso no es un archivo de progreso de Ludoteca.

## Problemas

puzzle-first = Turno de { $side }: una jugada gana y todas las demás pierden. Encuéntrala.
puzzle-within = Turno de { $side }: gana en { $n } jugadas, sea cual sea la respuesta.
puzzle-hold = Turno de { $side }: una sola jugada salva la partida. Encuéntrala.
puzzle-gain = Turno de { $side }: queda con una pieza de ventaja en { $n } jugadas como mucho, sea cual sea la respuesta.
puzzle-join = Turno de { $side }: une { $stone } con la orilla { $edge } en las casillas iluminadas.
puzzle-cut = Turno de { $side }: que { $stone } no llegue a la orilla { $edge }; juegas en las casillas iluminadas.
puzzle-row = de la fila { $row }
puzzle-column = de la columna { $column }
puzzle-refuted = { $reply }, de { $side }, lo impide. Deshaz y mira otra vez.
puzzle-late = Así se tarda demasiado. Deshaz y mira otra vez.
puzzle-among = Es una de estas: { $moves }.
puzzle-begins = Puede empezar con la pieza de { $square }.
puzzle-theme-connect4-fork = Dos amenazas a la vez: solo se puede parar una.
puzzle-theme-connect4-quiet = Primero, una jugada callada que aún no amenaza nada; las dos amenazas vienen después.
puzzle-theme-connect4-above = Una amenaza encima de otra: quien tapa la de abajo abre la de arriba.
puzzle-theme-connect4-zugzwang = Nadie amenaza nada, pero alguien tiene que jugar: cuenta las casillas que quedan.
puzzle-theme-connect4-hold = Mira qué quiere el otro, y qué casillas no le conviene llenar primero a ninguno de los dos.
puzzle-theme-hex-template = No vayas recto: una fila más lejos hay dos maneras de bajar.
puzzle-theme-hex-ladder = Por la segunda fila acaba en escalera: algo tiene que esperarla al final.
puzzle-theme-hex-cut = No corras detrás: ponte donde pasan todos sus caminos.
puzzle-theme-hex-link = Una casilla une dos de tus grupos.
puzzle-theme-hex-split = Una casilla separa dos grupos del otro.
puzzle-theme-hex-step = Tu cadena avanza una casilla, y desde ahí mira a dos lados.
puzzle-theme-hex-far = La jugada no toca nada tuyo: lo que está lejos también se une.
puzzle-theme-checkers-shot = Entrega una para comer más: la captura obligada va adonde tú quieres.
puzzle-theme-checkers-exchange = Ofrece una pieza: la que la coma quedará donde se la puede comer, y con otra más.
puzzle-theme-checkers-fork = Métete entre dos piezas: solo una puede escapar.
puzzle-theme-checkers-block = Quien no puede mover ha perdido, tenga las piezas que tenga.
puzzle-theme-checkers-offer = También al final: ofrece una pieza para llevar al otro adonde te conviene.
puzzle-theme-checkers-trap = Quítale las casillas una a una, hasta que no haya salida.
puzzle-theme-breakthrough-run = Cuenta las jugadas: ¿quién llega antes y quién puede todavía parar a quién?
puzzle-theme-breakthrough-offer = Ofrece una pieza: quien la coma abandona la casilla que guardaba.
puzzle-theme-breakthrough-clear = Come al guardián, y el camino de detrás queda libre.
puzzle-theme-breakthrough-catch = Come a la que iba a pasar antes de que sea tarde.
puzzle-theme-breakthrough-guard = No se la puede comer, pero se pueden guardar las casillas que tiene delante.
page-puzzles = Problemas
page-puzzles-about = Algo por encontrar, y está probado que está, en un tablero que contesta a cada intento.
page-puzzles-of = Problemas: { $game }
page-puzzles-game-about = Primero los más fáciles.
page-puzzles-count = { $done } de { $of } resueltos
page-puzzles-all = Todos los problemas
page-puzzles-others = Problemas de todos los juegos
page-puzzle-title = Problema { $n }
page-puzzle-of = { $n } de { $of }
page-puzzle-grade = Grado { $grade }
page-puzzle-board = Tablero del problema: { $game }
page-puzzle-solved = resuelto
page-puzzle-tried = intentado
page-puzzle-new = nuevo
page-puzzle-next = Siguiente problema
page-puzzle-all = Volver a la lista
page-puzzle-back-when = Este es el primero
page-daily = Los problemas de hoy
page-daily-about = Cinco problemas de todos los juegos, cada uno más difícil que el anterior. Mañana habrá otros.
page-daily-begin = Empezar los de hoy
page-solution = Solución
page-solution-show = Solución
page-solution-shown = La solución está a la vista
page-solution-tries = Estas parecen igual de buenas. Pulsa una y verás qué falla:
page-progress = Tu progreso
page-progress-about = Las lecciones y los problemas que llevas hechos se guardan con tus partidas. Puedes llevártelos en un archivo, o añadir los de otro.
page-progress-save = Guardar en un archivo
page-progress-open = Añadir de un archivo
page-progress-brought = Añadido a lo que había.
cli-puzzles-about = Hace problemas, los prueba de nuevo y los muestra
cli-puzzles-make-about = Unas máquinas juegan partidas, y a cada posición se le pregunta si hay algo por encontrar: una sola jugada que lo consiga, probándolas todas. Cada problema es una línea con su tema, su grado medido, su solución y su tablero
cli-puzzles-make-game = De qué juego
cli-puzzles-make-count = Cuántos
cli-puzzles-make-out = El archivo en el que se escriben; en la terminal si no se nombra ninguno
cli-puzzles-check-about = Prueba cada problema y mide su grado otra vez
cli-puzzles-check-game = De qué juego
cli-puzzles-check-file = Un archivo de problemas; los del programa si no se nombra ninguno
cli-puzzles-show-about = Muestra problemas con su tablero y su solución
cli-puzzles-show-game = De qué juego
cli-puzzles-show-file = Un archivo de problemas; los del programa si no se nombra ninguno
cli-puzzles-made = { $n ->
    [one] Hay un problema en { $file }.
   *[other] Hay { $n } problemas en { $file }.
}
cli-puzzles-wrong = El problema { $n } debería tener la solución { $keys } y el grado { $grade }: { $line }
cli-puzzles-right = { $n ->
    [one] El problema es como dice.
   *[other] Los { $n } problemas son como dicen.
}
cli-puzzles-some-wrong = { $n ->
    [one] Un problema no es como dice.
   *[other] { $n } problemas no son como dicen.
}
cli-puzzles-head = Problema { $n }, grado { $grade }. { $idea }
cli-puzzles-line = Solución: { $line }
cli-puzzles-misread = La línea { $line } de { $file } no es un problema: { $why }

## Lecciones: Conecta Cuatro y tres en raya

lesson-connect4-goal = Cuatro en línea
lesson-connect4-goal-about = Las fichas caen, y ganan cuatro en línea.
lesson-connect4-goal-1 = Eliges una columna y tu ficha cae hasta la casilla libre más baja. Gana quien tenga antes cuatro en línea: en horizontal, en vertical o en diagonal. Aquí Amarillo tiene tres abajo y le falta una de las dos casillas con anillo; Rojo tiene tres justo encima.
lesson-connect4-goal-2 = Eres Amarillo. Las diagonales son lo que más se pasa por alto. Gana con esta jugada.
lesson-connect4-goal-2-done = Cuatro en diagonal. La casilla estaba a tu alcance porque ya había fichas debajo: eso es lo que espera una diagonal.
lesson-connect4-block = Para el cuatro
lesson-connect4-block-about = Antes de mirar lo que quieres, mira lo que quiere el otro.
lesson-connect4-block-1 = Eres Amarillo. Rojo tiene tres en la fila de abajo. ¿Dónde gana en su próxima jugada? Llega antes.
lesson-connect4-block-1-done = Un tres con un solo extremo se para poniéndose en él. Con los dos extremos libres ya no se habría podido.
lesson-connect4-fork = Dos amenazas
lesson-connect4-fork-about = Dos casillas ganadoras a la vez, y solo se puede tapar una.
lesson-connect4-fork-1 = Eres Amarillo y ganas en dos jugadas. Busca la que te deja ganar en dos columnas distintas.
lesson-connect4-fork-1-done = Tres en línea con los dos extremos libres: Rojo tapa uno y tú juegas en el otro. Así acaban casi todas las partidas entre principiantes.
lesson-connect4-above = Una encima de otra
lesson-connect4-above-about = Una casilla ganadora justo encima de otra.
lesson-connect4-above-1 = Eres Amarillo y vuelves a ganar en dos jugadas, pero con una sola columna: busca la jugada que te da dos casillas ganadoras, una encima de otra.
lesson-connect4-above-1-done = Rojo tuvo que tapar la de abajo, y con eso te subió a la de arriba. Dos amenazas en una columna valen como dos columnas.
lesson-connect4-below = La casilla de debajo
lesson-connect4-below-about = Hay casillas que más vale no tocar.
lesson-connect4-below-1 = Rojo tiene tres en la segunda fila y le falta la casilla del anillo. Todavía no puede: no hay nada debajo. Quien juegue primero en la columna 6 le regala esa casilla al otro.
lesson-connect4-below-2 = Eres Amarillo. Juega donde quieras, menos en esa columna.
lesson-connect4-below-2-done = Mientras no te acerques, la amenaza solo espera. Casillas así deciden las partidas largas: al final alguien tendrá que jugar debajo.
lesson-connect4-centre = El centro
lesson-connect4-centre-about = Por el medio pasan más líneas.
lesson-connect4-centre-1 = Hay 69 maneras de tener cuatro en línea. Una casilla del medio está en hasta trece; una esquina, en tres. Por eso merece la pena pelear por la columna central.
lesson-connect4-centre-2 = El juego entero está resuelto: con juego perfecto gana quien empieza, pero solo con una primera jugada. Eres Amarillo. ¿Cuál es?
lesson-connect4-centre-2-done = La del centro. Justo al lado es tablas, y más lejos gana Rojo. Lo averiguaron Victor Allis y James Allen en 1988.
lesson-connect4-plan = Una jugada más lejos
lesson-connect4-plan-about = Prepara la amenaza que traerá la siguiente.
lesson-connect4-plan-1 = Eres Amarillo y ganas en tres jugadas. Cada jugada tuya amenaza algo; usa las respuestas obligadas de Rojo para llegar adonde quieres.
lesson-connect4-plan-1-done = Quien tiene que responder no puede hacer planes. Una serie de amenazas que acaba en dos a la vez es la manera más común de ganar.
lesson-connect4-zugzwang = Alguien tiene que jugar
lesson-connect4-zugzwang-about = Cuando ya no queda nada que amenazar, se empieza a contar.
lesson-connect4-zugzwang-1 = No se puede pasar. Cuando las demás columnas están llenas, alguien tiene que jugar debajo de la casilla que espera el otro. Empieza Amarillo, así que, si los dos van llenando, Amarillo llena las filas impares: le conviene esperar una casilla de la fila 3 o de la 5, y a Rojo una de la 2, la 4 o la 6. Amarillo espera la casilla del anillo.
lesson-connect4-zugzwang-2 = Eres Amarillo. Una jugada mantiene la cuenta; ninguna otra gana. Encuéntrala.
lesson-connect4-zugzwang-2-done = Desde aquí Rojo puede elegir, pero no por mucho tiempo: al final solo queda la casilla de debajo de la tuya.
lesson-tictactoe-whole = El juego entero
lesson-tictactoe-whole-about = Nueve casillas, y nadie tiene por qué perder. Siete tableros muestran todo lo que hay que saber.
lesson-tictactoe-whole-1 = Hay tres clases de casillas: el centro está en cuatro líneas, una esquina en tres y un lado en dos. Con buen juego es tablas. Aquí está todo lo que hace falta.
lesson-tictactoe-whole-2 = Llevas las cruces y empezaste en una esquina; los círculos respondieron en el lado contiguo, y eso pierde. Gana: haz dos amenazas a la vez.
lesson-tictactoe-whole-2-done = Dos líneas con dos cruces y la tercera casilla libre: una de las dos no se puede parar.
lesson-tictactoe-whole-3 = Ahora llevas los círculos. Las cruces tomaron el centro. Unas respuestas aguantan y las demás pierden.
lesson-tictactoe-whole-3-done = Una esquina. Contra el centro, todas las esquinas aguantan y todos los lados pierden.
lesson-tictactoe-whole-4 = Las cruces tomaron una esquina. Solo aguanta una respuesta.
lesson-tictactoe-whole-4-done = El centro. Con cualquier otra, las cruces consiguen dos amenazas a la vez.
lesson-tictactoe-whole-5 = Las cruces tomaron un lado. Aguantan varias respuestas.
lesson-tictactoe-whole-5-done = Aguantan el centro, las esquinas de al lado y el lado opuesto.
lesson-tictactoe-whole-6 = La última trampa: tienes el centro, y las cruces, dos esquinas opuestas. Una esquina parece buena, y pierde. ¿Qué aguanta?
lesson-tictactoe-whole-6-done = Un lado: amenaza tres en línea por el centro, así que las cruces tienen que responder y no les da tiempo a dos amenazas.
lesson-tictactoe-whole-7 = Eso es el juego entero: centro, esquinas, lados y una trampa. Quien lo sabe no pierde nunca, y dos que lo saben siempre hacen tablas, como aquí. En tableros más grandes, con cuatro o cinco en línea, es otra historia.
