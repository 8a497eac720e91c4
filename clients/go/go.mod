module lockkeeper

go 1.24
