package ui

// These are the actions of the interface.

func (MoveCamera) Action()    {}
func (Fit) Action()           {}
func (Show) Action()          {}
func (ShowPanels) Action()    {}
func (OpenFile) Action()      {}
func (SetProfile) Action()    {}
func (CancelLoading) Action() {}
func (CopyCommand) Action()   {}
func (SaveBoard) Action()     {}
func (Record) Action()        {}
func (SaveTrace) Action()     {}
func (Screenshot) Action()    {}
func (ShareGIF) Action()      {}
func (SharePage) Action()     {}
func (StopFilm) Action()      {}
func (Refuse) Action()        {}
func (SetTheme) Action()      {}
func (SetDevice) Action()     {}
func (SetSecond) Action()     {}
func (Dismiss) Action()       {}
func (Watch) Action()         {}
func (CloseStart) Action()    {}
func (Browse) Action()        {}
func (Peek) Action()          {}
func (CloseBrowser) Action()  {}
func (Turn) Action()          {}
func (EndLesson) Action()     {}
func (OpenLens) Action()      {}
func (CloseLens) Action()     {}
